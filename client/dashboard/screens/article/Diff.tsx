import { graphql, useFragment } from 'react-relay';
import type { Diff_entry$key } from '../../__generated__/Diff_entry.graphql.ts';
import styles from './ArticleScreens.module.css';

/** What was added to a text and taken from it, word by word; nothing where there is nothing to compare. */
export function Diff({ entry: key }: { entry: Diff_entry$key }) {
  const { changes } = useFragment(
    graphql`
    fragment Diff_entry on ArticleLogEntry {
      changes @catch(to: RESULT) {
        kind
        text
      }
    }
  `,
    key,
  );
  if (!changes.ok) return <p className={styles.caption}>Error parsing log data</p>;
  if (!changes.value) return null;
  if (changes.value.every(({ kind }) => kind === 'kept')) return <p className={styles.caption}>No changes detected</p>;
  return (
    <p className={styles.diff} tabIndex={0} role="group" aria-label="Changes">
      {changes.value.map(({ kind, text }, index) => {
        if (kind === 'added') return <ins key={index}>{text}</ins>;
        if (kind === 'removed') return <del key={index}>{text}</del>;
        return <span key={index}>{text}</span>;
      })}
    </p>
  );
}
