import { trialWords } from '../../generated/words/trial.ts';
import { MarkedExcerpt } from '../../ui/lists/MarkedExcerpt.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Trial.module.css';
import type { DraftPreview } from './use-draft-preview.ts';

type Miss = DraftPreview['entries'][number]['misses'][number];

/** How often each entry applied, and why it did not where it nearly did. */
export function PreviewEntries({ entries }: Pick<DraftPreview, 'entries'>) {
  const w = useWords(trialWords);
  if (entries.length === 0) return null;
  return (
    <section className={styles.part} aria-label={w.entries}>
      <h3>{w.entries}</h3>
      <ul className={styles.entries}>
        {entries.map(({ source, matched, misses }, index) => (
          <li key={index} data-testid="tried-entry">
            <p>
              <strong>{source}</strong> {w.matched({ count: matched })}
            </p>
            {misses.map((miss) => (
              <Missed key={miss.reason} miss={miss} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Missed({ miss: { reason, count, excerpt, start, length, takenBy, article } }: { miss: Miss }) {
  const w = useWords(trialWords).misses;
  const why: Record<Miss['reason'], (of: { count: number }) => string> = {
    CASE: w.case,
    BORDER: w.border,
    SCOPE: w.scope,
    TAKEN: (of) => w.taken({ ...of, by: takenBy ?? '' }),
    '%future added value': () => '',
  };
  return (
    <div className={styles.miss}>
      <span>{why[reason]({ count })}</span>
      <q title={article.title}>
        <MarkedExcerpt excerpt={excerpt} start={start} length={length} />
      </q>
    </div>
  );
}
