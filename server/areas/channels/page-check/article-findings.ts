import type { EmbedContainer, PlayerEmbed } from '../../../extraction/player-embed.ts';
import { ExtractionError } from '../../../extraction/extraction-error.ts';
import type { Extraction } from '../../../extraction/extraction-threads.ts';
import type { App } from '../../../kernel/app.ts';
import type { FetchResponse } from '../../../lib/outbound/safe-fetch.ts';
import { addressKey } from '../../../text/address-key.ts';
import { isUnderEmbargo } from '../../library/publishing/embargo-condition.ts';
import { loadExtractorRules } from '../../library/settings/extractor-rules.ts';
import { countPlayerArticlesToday } from '../../projects/projects/project-usage.ts';
import { spokenMs } from '../../projects/site-onboarding/article-excerpt.ts';
import type { PublicChannel } from '../channels/public-channel.ts';
import { findPlayerArticle, readPlayerTarget } from '../player/find-player-article.ts';
import { itemOf } from '../player/player-item.ts';
import type { PlayerChannel, PlayerRequest } from '../player/player-request.ts';
import { judgePage } from '../player/register-page.ts';
import type { PageFinding } from './findings.ts';
import { pageCheckMessages as told } from './messages.ts';

/** What a container asks for, with what that is made of. @param page its address, after redirects */
export function requestOf(
  container: Pick<EmbedContainer, 'article' | 'externalId' | 'url'> | undefined,
  { canonical, openGraphUrl }: Pick<PlayerEmbed, 'canonical' | 'openGraphUrl'>,
  page: string,
): { question: PlayerRequest; findings: PageFinding[] } {
  const findings: PageFinding[] = [];
  const find = (level: PageFinding['level'], found: PageFinding['found'], advice: PageFinding['advice']) =>
    void findings.push({ topic: 'address', level, found, advice });
  const url = container?.url ?? canonical ?? page;
  const { article, externalId } = container ?? { article: null, externalId: null };
  if (article !== null) {
    find('ok', told.CHECK_ADDRESS_ARTICLE({ id: article }), null);
    // A page that writes something else asks for no article.
    return { question: { article: /^[1-9]\d{0,8}$/.test(article) ? Number(article) : 0 }, findings };
  }
  if (externalId !== null) {
    find('ok', told.CHECK_ADDRESS_EXTERNAL({ id: externalId }), null);
    return { question: { externalId, url: container?.url ?? undefined }, findings };
  }
  if (container?.url) find('ok', told.CHECK_ADDRESS_URL({ address: url }), null);
  else if (canonical === null) find('ok', told.CHECK_ADDRESS_PAGE({ address: url }), null);
  else {
    find('ok', told.CHECK_ADDRESS_CANONICAL({ address: url }), null);
    if (addressKey(canonical) !== addressKey(page))
      find('hint', told.CHECK_CANONICAL_ELSEWHERE({ address: url }), told.CHECK_CANONICAL_ELSEWHERE_ADVICE());
  }
  if (openGraphUrl !== null && addressKey(openGraphUrl) !== addressKey(url))
    find(
      'hint',
      told.CHECK_OPEN_GRAPH_DIFFERS({ address: openGraphUrl }),
      told.CHECK_OPEN_GRAPH_DIFFERS_ADVICE(),
    );
  return { question: { url }, findings };
}

export interface ArticleQuestion {
  channel: PublicChannel<'player'>;
  question: PlayerRequest;
  response: FetchResponse;
  extraction: Extraction;
}

/** What the player would play, or why it would play nothing. */
export async function articleFinding(
  app: App,
  asked: ArticleQuestion,
): Promise<{ articleId: number | null; finding: PageFinding }> {
  const { channel, question } = asked;
  const { id, page } = await findPlayerArticle(app, channel, question);
  const known = id === null ? null : await knownArticle(app, channel, id);
  if (known) return { articleId: id, finding: { topic: 'article', ...known } };
  return { articleId: null, finding: { topic: 'article', ...(await unknownPage(app, asked, page)) } };
}

type Outcome = Omit<PageFinding, 'topic'>;

const outcome = (
  level: PageFinding['level'],
  found: PageFinding['found'],
  advice: PageFinding['advice'] = null,
): Outcome => ({ level, found, advice });

/** What of an article of the project readers hear; null: it has no such article. */
async function knownArticle(app: App, channel: PlayerChannel, id: number): Promise<Outcome | null> {
  const article = await app.db.sql
    .selectFrom('Article')
    .select(['title', 'status', 'heldBy', 'publishAt', 'audio'])
    .where('id', '=', id)
    .where('projectId', '=', channel.projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!article) return null;
  const { status, heldBy, publishAt } = article;
  const title = article.title.slice(0, 200);
  if (isUnderEmbargo(article))
    return outcome(
      'later',
      told.CHECK_ARTICLE_EMBARGO({ title, time: publishAt!.toISOString() }),
      told.CHECK_ARTICLE_EMBARGO_ADVICE(),
    );
  const target = await readPlayerTarget(app, channel, id);
  const item = target && itemOf(app, channel, { article: target.article, isSubscriber: false }, {});
  if (item?.state === 'ready') {
    const duration = minutes(item.durationMs);
    return outcome(
      'ok',
      item.teaser
        ? told.CHECK_ARTICLE_TEASER({ title, duration })
        : told.CHECK_ARTICLE_READY({ title, duration }),
    );
  }
  if (status === 'waiting' && heldBy !== null)
    return outcome('later', told.CHECK_ARTICLE_HELD({ title }), told.CHECK_ARTICLE_HELD_ADVICE());
  switch (status) {
    case 'ready':
      return article.audio === null
        ? outcome('problem', told.CHECK_ARTICLE_SILENT({ title }), told.CHECK_ARTICLE_SILENT_ADVICE())
        : outcome(
            'problem',
            told.CHECK_ARTICLE_SUBSCRIBERS({ title }),
            told.CHECK_ARTICLE_SUBSCRIBERS_ADVICE(),
          );
    case 'errored':
      return outcome('problem', told.CHECK_ARTICLE_FAILED({ title }), told.CHECK_ARTICLE_FAILED_ADVICE());
    case 'rejected':
      return outcome('problem', told.CHECK_ARTICLE_REJECTED({ title }), told.CHECK_ARTICLE_REJECTED_ADVICE());
    case 'limit_reached':
      return outcome('later', told.CHECK_ARTICLE_LIMIT({ title }), told.CHECK_ARTICLE_LIMIT_ADVICE());
    default:
      return outcome('later', told.CHECK_ARTICLE_COMING({ title }), told.CHECK_ARTICLE_COMING_ADVICE());
  }
}

/**
 * What the project would do with a page that is no article yet.
 * @param page as it would be registered; null: not
 */
async function unknownPage(
  app: App,
  { channel, question, response, extraction }: ArticleQuestion,
  page: string | null,
): Promise<Outcome> {
  if (question.url === undefined)
    return outcome('problem', told.CHECK_ARTICLE_UNKNOWN(), told.CHECK_ARTICLE_UNKNOWN_ADVICE());
  if (page === null) return refusal(app, channel.projectId, question.url);
  const { found, max } = await countPlayerArticlesToday(app.db.sql, channel.projectId);
  if (found >= max)
    return outcome('later', told.CHECK_ARTICLE_DAY_FULL({ most: max }), told.CHECK_ARTICLE_DAY_FULL_ADVICE());
  try {
    const { title, text } = await extraction.extractArticle(response.bytes, {
      url: response.url,
      contentType: response.headers['content-type'] ?? null,
      rules: await loadExtractorRules(app.db.sql, channel.projectId),
    });
    const duration = minutes(spokenMs(title.length + text.length));
    return outcome(
      'later',
      told.CHECK_ARTICLE_NEW({ title: title.slice(0, 200), duration }),
      told.CHECK_ARTICLE_NEW_ADVICE(),
    );
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    return outcome(
      'problem',
      told.CHECK_ARTICLE_NEW_UNREADABLE({ problem: error.told }),
      told.CHECK_ARTICLE_NEW_UNREADABLE_ADVICE(),
    );
  }
}

/** Why the project does not register a page. */
async function refusal(app: App, projectId: number, url: string): Promise<Outcome> {
  const judgement = await judgePage(app, projectId, url);
  const reason = 'url' in judgement ? 'unlikely' : judgement.refusal;
  if (reason === 'none-added')
    return outcome('problem', told.CHECK_ARTICLE_NOT_ADDED(), told.CHECK_ARTICLE_NOT_ADDED_ADVICE());
  if ('hosts' in judgement) {
    const [host, sites] = [URL.parse(url)?.host ?? url, judgement.hosts.slice(0, 10).join(', ')];
    return outcome(
      'problem',
      told.CHECK_ARTICLE_OTHER_SITE({ host, sites }),
      told.CHECK_ARTICLE_OTHER_SITE_ADVICE(),
    );
  }
  return outcome('problem', told.CHECK_ARTICLE_UNLIKELY(), told.CHECK_ARTICLE_UNLIKELY_ADVICE());
}

/** Minutes and seconds, as players show them: `4:05`. */
function minutes(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
