import { graphql, useFragment } from 'react-relay';
import type { WordReplacements_article$key } from '../../__generated__/WordReplacements_article.graphql.ts';
import { FoldingPanel } from '../../ui/Panel.tsx';
import { reviewWords } from '../../generated/words/review.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Review.module.css';

/** What normalization and dictionaries say otherwise than it is written: each sentence before and after. */
export function WordReplacements({ article: key }: { article: WordReplacements_article$key }) {
  const { smartQaWords } = useFragment(
    graphql`
      fragment WordReplacements_article on Article {
        smartQaWords {
          replacements {
            oldContext
            newContext
            replacement
          }
        }
      }
    `,
    key,
  );
  const w = useWords(reviewWords);
  if (!smartQaWords || smartQaWords.replacements.length === 0) return null;
  const sentences = Map.groupBy(smartQaWords.replacements, ({ oldContext, newContext }) =>
    JSON.stringify([oldContext, newContext]),
  );
  return (
    <FoldingPanel title={w.replaced} summary={w.replacedCount({ count: smartQaWords.replacements.length })}>
      <ul className={styles.findings}>
        {[...sentences].map(([sentence, replacements]) => (
          <li key={sentence}>
            <p className={styles.difference}>
              <del>{replacements[0]!.oldContext}</del>
            </p>
            <p className={styles.difference}>
              <ins>
                {markedPieces(
                  replacements[0]!.newContext,
                  replacements.map(({ replacement }) => replacement),
                ).map(({ text, isMarked }, index) =>
                  isMarked ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
                )}
              </ins>
            </p>
          </li>
        ))}
      </ul>
    </FoldingPanel>
  );
}

/** Splits a text into pieces: the inserted ones, in their order, and the text between them. */
function markedPieces(text: string, marked: readonly string[]): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let from = 0;
  for (const piece of marked) {
    const at = piece ? text.indexOf(piece, from) : -1;
    if (at === -1) continue;
    if (at > from) pieces.push({ text: text.slice(from, at), isMarked: false });
    pieces.push({ text: piece, isMarked: true });
    from = at + piece.length;
  }
  return from < text.length ? [...pieces, { text: text.slice(from), isMarked: false }] : pieces;
}
