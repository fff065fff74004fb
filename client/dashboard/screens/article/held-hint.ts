import { articleWords } from '../../generated/words/article.ts';
import { wordsNow } from '../../words/word-catalogue.ts';

/**
 * Why an article waits for somebody to let it go on; null: it does not.
 * @param heldBy the rule's name, or what else holds it
 */
export function heldHint(heldBy: string | null | undefined, isBurst: boolean): string | null {
  const w = wordsNow(articleWords);
  if (!heldBy) return null;
  return isBurst ? w.heldWithOthers : w.heldBy({ rule: heldBy });
}
