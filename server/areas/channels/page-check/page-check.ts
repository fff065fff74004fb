import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import { ExtractionError } from '../../../extraction/extraction-error.ts';
import type { Extraction } from '../../../extraction/extraction-threads.ts';
import type { PlayerEmbed } from '../../../extraction/player-embed.ts';
import { challengerOf } from '../../../extraction/feed/bot-challenge.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { expectOk, FetchError, safeFetch, type FetchResponse } from '../../../lib/outbound/safe-fetch.ts';
import { product } from '../../../product.ts';
import { addressKey } from '../../../text/address-key.ts';
import { addressMessages } from '../../../text/messages.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import type { Project } from '../../access/project-access/access.ts';
import { accessChannel } from '../channels/channels.ts';
import { policy } from '../channels/policy.ts';
import { publicChannel } from '../channels/public-channel.ts';
import type { PlayerChannel } from '../player/player-request.ts';
import { articleFinding, requestOf } from './article-findings.ts';
import {
  containerFindings,
  frameFindings,
  isFor,
  ownFrame,
  scriptFindings,
  type EmbedQuestion,
  type OtherChannel,
} from './embed-findings.ts';
import { verdictOf, type PageFinding, type PageVerdict } from './findings.ts';
import { pageCheckMessages as told } from './messages.ts';

/** Pages that are fetched from publishers' servers. */
const checks = declareRate('Checks of pages for their player', 'a caller', { burst: 20, everyMs: 10_000 });
const pageLimits = { maxBytes: 6e6, timeoutMs: 12_000, idleTimeoutMs: 8_000 };
/** Channels that a page may name and that are looked up. */
const othersMax = 5;
/** Paths of pages that ask for consent before the article. */
const consentPath =
  /(?:^|[/._-])(?:consents?|cmp|cookie-?(?:wall|consent|notice)?s?|gdpr|privacy-?(?:gate|wall)|zustimmung|einwilligung|consentement)(?:$|[/._-])/i;

const types = ['player', 'playlistPlayer'] as const;

/** Whether a player would find its article on a page, and why. */
export interface PageCheck {
  /** Where the page was, after redirects; as it was given where nothing could be read. */
  url: string;
  verdict: PageVerdict;
  findings: PageFinding[];
  /** The article that the player finds, public or not; null: none. */
  articleId: number | null;
}

/**
 * Fetches a publisher's page and says whether the channel's player would find its article. Nothing is stored,
 * and nothing is generated. What is wrong with the page is no error: see `findings`.
 * @param input `url` may lack its scheme
 * @param remoteAddress of the caller
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError, ValidationError on `url`, or
 * on `channel` when it is not a player
 */
export async function checkPage(
  app: App,
  actor: Actor,
  { channelId, url: given }: { channelId: number; url: string },
  remoteAddress: string,
): Promise<PageCheck> {
  const { project } = await accessChannel(app.db.sql, actor, channelId, policy.checkPage);
  const channel = await publicChannel(app, types, String(channelId));
  if (channel === null || channel === 'gone')
    throw new ValidationError([{ field: 'channel', ...told.CHECK_NOT_A_PLAYER() }]);
  const address = addressOf(given);
  await countAgainstRate(app, checks, callerOf(actor, remoteAddress), told.TOO_MANY_PAGE_CHECKS());
  return runInteractive(app, project, async (extraction, signal) => {
    const page = await fetchPage(app, project, address, signal);
    if ('finding' in page)
      return { url: address, findings: [page.finding], verdict: verdictOf([page.finding]), articleId: null };
    const { findings, articleId } = await readPage(app, channel, page.response, extraction);
    const all = [...arrival(address, page.response), ...findings];
    return { url: page.response.url, findings: all, verdict: verdictOf(all), articleId };
  });
}

/** @throws ValidationError on `url` */
function addressOf(given: string): string {
  const text = given.trim();
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
  const problem =
    text === ''
      ? kernelMessages.FIELD_REQUIRED()
      : /\s/.test(text)
        ? addressMessages.NOT_A_WEB_ADDRESS()
        : webAddressProblem(address);
  if (problem) throw new ValidationError([{ field: 'url', ...problem }]);
  return new URL(address).href;
}

type Fetched = { response: FetchResponse } | { finding: PageFinding };

const unread = (found: Message, advice: Message): { finding: PageFinding } => ({
  finding: { topic: 'page', level: 'unknown', found, advice },
});

/** Fetches a page as the project fetches pages; what is not the publisher's page is a finding. */
async function fetchPage(
  { config }: Pick<App, 'config'>,
  { extractorServerIp, extractorIpAddress }: Pick<Project, 'extractorServerIp' | 'extractorIpAddress'>,
  address: string,
  signal: AbortSignal,
): Promise<Fetched> {
  try {
    const response = await safeFetch(address, {
      ...pageLimits,
      allowHosts: config.fetchAllowHosts,
      signal,
      ...(extractorServerIp && extractorIpAddress && { localAddress: extractorIpAddress }),
    });
    const { status, url } = response;
    const service = challengerOf(response);
    if (service !== null)
      return unread(
        told.CHECK_BOT_PROTECTION({ service: service || 'none' }),
        told.CHECK_BOT_PROTECTION_ADVICE({ agent: `${product.name}/1.0` }),
      );
    if ([401, 402, 407].includes(status))
      return unread(told.CHECK_SIGN_IN({ status }), told.CHECK_SIGN_IN_ADVICE());
    if (addressKey(url) !== addressKey(address) && isConsentPage(url))
      return unread(told.CHECK_CONSENT_PAGE({ address: url }), told.CHECK_CONSENT_PAGE_ADVICE());
    return { response: expectOk(response) };
  } catch (error) {
    if (error instanceof FetchError) return unreadable(error.told);
    throw error;
  }
}

const unreadable = (problem: Message): { finding: PageFinding } =>
  unread(told.CHECK_PAGE_UNREADABLE({ problem }), told.CHECK_PAGE_UNREADABLE_ADVICE());

function isConsentPage(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return /^(?:consent|cmp|privacy)\./.test(hostname) || consentPath.test(pathname);
}

/** Whether the address itself was the page's. */
function arrival(address: string, { url }: FetchResponse): PageFinding[] {
  if (addressKey(url) === addressKey(address))
    return [{ topic: 'page', level: 'ok', found: told.CHECK_PAGE_READ(), advice: null }];
  return [
    {
      topic: 'page',
      level: 'hint',
      found: told.CHECK_PAGE_REDIRECTED({ address: url }),
      advice: told.CHECK_PAGE_REDIRECTED_ADVICE(),
    },
  ];
}

/** What a page that was fetched has for the channel's player. */
async function readPage(
  app: App,
  channel: PlayerChannel,
  response: FetchResponse,
  extraction: Extraction,
): Promise<{ findings: PageFinding[]; articleId: number | null }> {
  const selector = selectorOf(channel);
  const embed = await readEmbed(extraction, response, selector);
  if ('finding' in embed) return { findings: [embed.finding], articleId: null };
  const names = embed.containers.flatMap((one) => (isFor(one, channel) ? [] : (one.channel ?? [])));
  const policy = response.headers['content-security-policy'];
  const question: EmbedQuestion = {
    embed,
    page: response.url,
    policies: policy === undefined ? [] : [policy],
    server: app.config.publicUrl,
    channel,
    selector,
    others: await otherChannels(app, [...new Set(names)].slice(0, othersMax)),
  };
  const frames = frameFindings(question);
  // A frame, or an AMP page, needs no script and no container.
  const placed = frames.some(({ level }) => level !== 'hint')
    ? frames
    : [...scriptFindings(question), ...containerFindings(question), ...frames];
  if (channel.type !== 'player')
    return {
      findings: [...placed, { topic: 'article', level: 'ok', found: told.CHECK_PLAYLISTS(), advice: null }],
      articleId: null,
    };
  const container = embed.containers.find((one) => one.place === 'page' && isFor(one, channel));
  const request = requestOf(ownFrame(question) ?? container, embed, response.url);
  const { articleId, finding } = await articleFinding(app, {
    channel,
    question: request.question,
    response,
    extraction,
  });
  return { findings: [...placed, ...request.findings, finding], articleId };
}

async function readEmbed(
  extraction: Extraction,
  { bytes, url, headers }: FetchResponse,
  selector: string | null,
): Promise<PlayerEmbed | { finding: PageFinding }> {
  try {
    return await extraction.readPlayerEmbed(bytes, url, {
      contentType: headers['content-type'] ?? null,
      selector,
    });
  } catch (error) {
    if (error instanceof ExtractionError) return unreadable(error.told);
    throw error;
  }
}

const selectorOf = ({ type, settings }: PlayerChannel): string | null =>
  type === 'player' && settings.action !== 'none' && settings.selector ? settings.selector : null;

/** What is known of the channels that containers name. */
async function otherChannels(app: App, names: readonly string[]): Promise<Map<string, OtherChannel>> {
  const found = await Promise.all(
    names.map(async (name): Promise<[string, OtherChannel]> => {
      const channel = await publicChannel(app, types, name);
      return [name, channel === null ? 'unknown' : channel === 'gone' ? 'deleted' : 'other'];
    }),
  );
  return new Map(found);
}
