import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ArticleScreens.module.css';
import { TextChanges, type TextChange } from './TextChanges.tsx';

type Read =
  { readonly ok: true; readonly value: readonly TextChange[] | null | undefined } | { readonly ok: false };

/** What was added to a text and taken from it, word by word; nothing where there is nothing to compare. */
export function Diff({ changes }: { changes: Read }) {
  const w = useWords(articleWords).history;
  if (!changes.ok) return <p className={styles.caption}>{w.unreadable}</p>;
  return changes.value ? <TextChanges changes={changes.value} /> : null;
}
