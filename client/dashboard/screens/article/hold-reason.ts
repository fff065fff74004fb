import { articleWords } from '../../generated/words/article.ts';
import { currentWords } from '../../words/word-catalogue.ts';

/** What holds an article: a rule by its name, or what the flags say. */
interface Held {
  heldBy?: string | null | undefined;
  isBurst: boolean;
  isUnsure: boolean;
  awaitsReview: boolean;
  doubtfulPassage?: string | null | undefined;
}

/** Returns why an article is on hold, or null if it isn't. */
export function holdReason({
  heldBy,
  isBurst,
  isUnsure,
  awaitsReview,
  doubtfulPassage,
}: Held): string | null {
  const w = currentWords(articleWords);
  if (!heldBy) return null;
  if (awaitsReview) return w.heldForReview;
  if (doubtfulPassage) return w.heldDoubtful({ passage: doubtfulPassage });
  if (isBurst) return w.heldWithOthers;
  return isUnsure ? w.heldUnsure : w.heldBy({ rule: heldBy });
}
