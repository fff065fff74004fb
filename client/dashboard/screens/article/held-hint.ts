import { articleWords } from '../../words/article-words.ts';
import { wordsNow } from '../../words/word-catalogue.ts';

/** Why an article waits for somebody to let it go on; null: it does not. @param heldBy the rule's name */
export function heldHint(heldBy: string | null | undefined): string | null {
  return heldBy ? wordsNow(articleWords).heldBy(heldBy) : null;
}
