import { articleWords } from '../../words/article-words.ts';
import { wordsNow } from '../../words/word-catalogue.ts';

interface Held {
  /** The rule's name, or what else holds it. */
  readonly heldBy?: string | null | undefined;
  readonly isBurst: boolean;
}

/** Why an article waits for somebody to let it go on; null: it does not. */
export function heldHint({ heldBy, isBurst }: Held): string | null {
  const w = wordsNow(articleWords);
  if (!heldBy) return null;
  return isBurst ? w.heldWithOthers : w.heldBy(heldBy);
}
