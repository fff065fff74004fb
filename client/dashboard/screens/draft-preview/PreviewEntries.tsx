import { draftPreviewWords } from '../../generated/words/draftPreview.ts';
import { MarkedExcerpt } from '../../ui/lists/MarkedExcerpt.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './DraftPreview.module.css';
import type { DraftPreview } from './use-draft-preview.ts';

type Miss = DraftPreview['entries'][number]['misses'][number];

/** How often each entry applied, and why it did not where it nearly did. */
export function PreviewEntries({ entries }: Pick<DraftPreview, 'entries'>) {
  const w = useWords(draftPreviewWords);
  if (entries.length === 0) return null;
  return (
    <section className={styles.part} aria-label={w.entries}>
      <h3>{w.entries}</h3>
      <ul className={styles.entries}>
        {entries.map(({ source, matched, misses }, index) => (
          <li key={index} data-testid="previewed-entry">
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

function Missed({ miss: { reason, count, excerpt, start, length, coveredBy, article } }: { miss: Miss }) {
  const w = useWords(draftPreviewWords).misses;
  const why: Record<Miss['reason'], (of: { count: number }) => string> = {
    CASE: w.case,
    WORD_BOUNDARY: w.wordBoundary,
    SCOPE: w.scope,
    OVERLAP: (of) => w.overlap({ ...of, by: coveredBy ?? '' }),
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
