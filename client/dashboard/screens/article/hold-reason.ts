import type { HoldReason } from '../../__generated__/ArticleNotices_article.graphql.ts';
import { articleWords } from '../../generated/words/article.ts';
import { currentWords } from '../../words/word-catalogue.ts';

/** What an article says about its hold. */
interface Held {
  holdReason?: HoldReason | null | undefined;
  heldBy?: string | null | undefined;
  doubtfulPassage?: string | null | undefined;
}

/** Returns why an article is on hold, or null if it isn't. */
export function holdReason({ holdReason: reason, heldBy, doubtfulPassage }: Held): string | null {
  const w = currentWords(articleWords);
  switch (reason) {
    case null:
    case undefined:
      return null;
    case 'REVIEW':
      return w.heldForReview;
    case 'DOUBTFUL_PASSAGES':
      return w.heldDoubtful({ passage: doubtfulPassage ?? '' });
    case 'BURST':
      return w.heldWithOthers;
    case 'LOW_CONFIDENCE':
      return w.heldUnsure;
    default:
      return w.heldBy({ rule: heldBy ?? '' });
  }
}
