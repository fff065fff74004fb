import styles from './ArticleScreens.module.css';
import { parseDiff } from './parse-diff.ts';

/** What was added to a text and taken from it, word by word. */
export function Diff({ diff }: { diff: string }) {
  const parts = parseDiff(diff);
  if (!parts) return <p className={styles.caption}>Error parsing log data</p>;
  if (!parts.some(({ added, removed }) => added || removed)) return <p className={styles.caption}>No changes detected</p>;
  return (
    <p className={styles.diff} tabIndex={0} role="group" aria-label="Changes">
      {parts.map(({ value, added, removed }, index) => {
        if (added) return <ins key={index}>{value}</ins>;
        if (removed) return <del key={index}>{value}</del>;
        return <span key={index}>{value}</span>;
      })}
    </p>
  );
}
