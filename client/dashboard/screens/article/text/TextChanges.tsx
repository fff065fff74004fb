import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ArticleScreens.module.css';

export interface TextChange {
  /** `KEPT`, `REMOVED` or `ADDED`. */
  readonly kind: string;
  readonly text: string;
}

/** Characters of what both texts have that are shown beside a change. */
const context = 120;

/** Shows what was added to a text and removed from it, with its context. */
export function TextChanges({ changes, label }: { changes: readonly TextChange[]; label?: string }) {
  const w = useWords(articleWords).history;
  if (changes.every(({ kind }) => kind === 'KEPT')) return <p className={styles.caption}>{w.noChanges}</p>;
  return (
    <p className={styles.diff} tabIndex={0} role="group" aria-label={label ?? w.changes}>
      {changes.map(({ kind, text }, index) => {
        if (kind === 'ADDED') return <ins key={index}>{text}</ins>;
        if (kind === 'REMOVED') return <del key={index}>{text}</del>;
        return <span key={index}>{shortened(text, index > 0, index < changes.length - 1)}</span>;
      })}
    </p>
  );
}

/** Shortens unchanged text to the context of a change. */
function shortened(text: string, before: boolean, after: boolean): string {
  const limit = (before ? context : 0) + (after ? context : 0);
  if (text.length <= limit + 20) return text;
  return `${before ? text.slice(0, context) : ''} … ${after ? text.slice(-context) : ''}`;
}
