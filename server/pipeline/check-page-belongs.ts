import type { Message } from '../lib/declare-messages.ts';
import { rejectionMessages } from './messages.ts';
import type { App } from '../kernel/app.ts';
import { articleLikeness, isSameSite } from '../extraction/discovery/article-url.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { articleAt, storedAddress } from '../areas/articles/articles/addresses.ts';
import { itemOfWebsite } from '../areas/articles/sources/source-item.ts';
import type { ArticleChanges } from '../areas/articles/articles/article-states.ts';
import { addressKey } from '../text/address-key.ts';
import type { RunningArticle } from './article-run.ts';

/**
 * The page is no article of this project: it is older than the project wants, has no text, or is that of
 * another article.
 */
export class RejectedPageError extends ExpectedError {
  override name = 'RejectedPageError';
  readonly onVoicing = 'reject';

  constructor(told: Message, options?: ErrorOptions) {
    super(told, options);
  }
}

/**
 * By which address an article is known from now on whose page has been read: the one that the page names as
 * its own, since a player can be opened at many that lead to the same.
 * @param canonical as the page names it, or where its last redirect led
 * @returns what changes of the article
 * @throws RejectedPageError where another article has that address, or a deleted one of the same source had
 */
export async function checkPageBelongs(
  app: App,
  { id, projectId, sourceId, url }: RunningArticle,
  canonical: string | null,
): Promise<ArticleChanges> {
  // Many a site names its front page as the address of all others.
  if (url === null || canonical === null || !isSameSite(canonical, url) || articleLikeness(canonical) === 0)
    return {};
  const item = itemOfWebsite({ url: canonical, title: null, publishedAt: null });
  if (!item?.url || addressKey(item.url) === addressKey(url)) return {};
  const at = await articleAt(app, projectId, item.url);
  const known = await app.db.sql
    .selectFrom('Article')
    .select('id')
    .where('sourceId', '=', sourceId)
    .where('guid', '=', item.guid)
    .where('id', '<>', id)
    .executeTakeFirst();
  if ((at !== null && at !== id) || known)
    throw new RejectedPageError(rejectionMessages.PAGE_OF_OTHER_ARTICLE({ url: item.url }));
  return { ...storedAddress(item.url), guid: item.guid };
}
