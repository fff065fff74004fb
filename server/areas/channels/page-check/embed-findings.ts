import type { EmbedContainer, EmbedScript, PlayerEmbed } from '../../../extraction/player-embed.ts';
import { blockedBy } from './content-policy.ts';
import type { PageFinding } from './findings.ts';
import { pageCheckMessages as told } from './messages.ts';

/** What is known of a channel that a container names, besides the one that is checked. */
export type OtherChannel = 'other' | 'unknown' | 'deleted';

export interface EmbedQuestion {
  embed: PlayerEmbed;
  /** Where the page was, after redirects. */
  page: string;
  /** Values of the header `content-security-policy`. */
  policies: readonly string[];
  /** Address of the server, without a slash at its end. */
  server: string;
  channel: { id: number; slug: string };
  /** CSS selector by which the channel places its player; null: none. */
  selector: string | null;
  /** The channels that containers name, by what they write, without this one. */
  others: ReadonlyMap<string, OtherChannel>;
}

/** Whether a container is for the channel: it names its slug, or its number. */
export const isFor = (
  { channel }: Pick<EmbedContainer, 'channel'>,
  { id, slug }: EmbedQuestion['channel'],
): boolean => channel === slug || channel === String(id);

/** What a frame of the channel asks for, as a container would; undefined: the page has no such frame. */
export function ownFrame({
  embed,
  server,
  channel,
}: EmbedQuestion): Pick<EmbedContainer, 'article' | 'externalId' | 'url'> | undefined {
  const own = [channel.slug, String(channel.id)].map((name) => `${server}/player/${name}/frame`);
  const frame = embed.frames.find((address) => own.includes(address.split('?')[0]!));
  if (frame === undefined) return undefined;
  const query = new URL(frame).searchParams;
  return { article: query.get('article'), externalId: query.get('externalId'), url: query.get('url') };
}

/** Frames of AMP pages and newsletters have the player in themselves. */
export function frameFindings(question: EmbedQuestion): PageFinding[] {
  const { embed } = question;
  if (ownFrame(question))
    return [{ topic: 'container', level: 'ok', found: told.CHECK_FRAME_FOUND(), advice: null }];
  const findings: PageFinding[] = embed.frames
    .slice(0, 1)
    .map((address) => ({
      topic: 'container',
      level: embed.isAmp ? 'problem' : 'hint',
      found: told.CHECK_FRAME_ELSEWHERE({ address }),
      advice: told.CHECK_FRAME_ELSEWHERE_ADVICE(),
    }));
  if (embed.isAmp)
    findings.push({
      topic: 'script',
      level: 'problem',
      found: told.CHECK_PAGE_AMP(),
      advice: told.CHECK_PAGE_AMP_ADVICE(),
    });
  return findings;
}

/** Whether the page has the player's script, and whether browsers run it. */
export function scriptFindings(question: EmbedQuestion): PageFinding[] {
  const { embed, page } = question;
  const scripts = embed.scripts.filter(({ place }) => place === 'page' || place === 'shadow');
  const findings: PageFinding[] = [];
  const find = (level: PageFinding['level'], found: PageFinding['found'], advice: PageFinding['advice']) =>
    void findings.push({ topic: 'script', level, found, advice });
  const [first] = scripts;
  if (!first) {
    if (embed.isAddedByScript)
      find('unknown', told.CHECK_SCRIPT_BY_SCRIPT(), told.CHECK_SCRIPT_BY_SCRIPT_ADVICE());
    else if (embed.scripts.length > 0)
      find('problem', told.CHECK_SCRIPT_INERT(), told.CHECK_SCRIPT_INERT_ADVICE());
    else if (embed.tagManagers.length > 0) {
      const names = embed.tagManagers.join(', ');
      find(
        'unknown',
        told.CHECK_SCRIPT_UNSEEN_MANAGER({ names }),
        told.CHECK_SCRIPT_UNSEEN_MANAGER_ADVICE({ names }),
      );
    } else find('unknown', told.CHECK_SCRIPT_UNSEEN(), told.CHECK_SCRIPT_UNSEEN_ADVICE());
    return [...findings, ...policyFindings(question, undefined)];
  }
  const isInsecure = page.startsWith('https:') && first.url.startsWith('http:');
  if (isInsecure) find('problem', told.CHECK_SCRIPT_INSECURE(), told.CHECK_SCRIPT_INSECURE_ADVICE());
  const elsewhere = otherServer(question, first);
  if (elsewhere)
    find('problem', told.CHECK_SCRIPT_SERVER(elsewhere), told.CHECK_SCRIPT_SERVER_ADVICE(elsewhere));
  if (first.hold === 'consent') find('hint', told.CHECK_SCRIPT_CONSENT(), told.CHECK_SCRIPT_CONSENT_ADVICE());
  if (first.hold === 'delay') find('hint', told.CHECK_SCRIPT_DELAYED(), told.CHECK_SCRIPT_DELAYED_ADVICE());
  if (scripts.length > 1)
    find('hint', told.CHECK_SCRIPT_TWICE({ count: scripts.length }), told.CHECK_SCRIPT_TWICE_ADVICE());
  findings.push(...policyFindings(question, first));
  if (findings.every(({ level }) => level !== 'problem')) {
    findings.unshift({ topic: 'script', level: 'ok', found: told.CHECK_SCRIPT_FOUND(), advice: null });
  }
  return findings;
}

/** The first script that runs serves the page, unless the container names its server. */
function otherServer(
  { embed, server, channel }: EmbedQuestion,
  { url }: EmbedScript,
): { found: string; expected: string } | null {
  const [found, expected] = [URL.parse(url)?.host ?? '', new URL(server).host];
  const base = embed.containers.find((container) => isFor(container, channel))?.base;
  return found === expected || base?.replace(/\/$/, '') === server ? null : { found, expected };
}

function policyFindings(
  { embed, page, policies, server }: EmbedQuestion,
  script: EmbedScript | undefined,
): PageFinding[] {
  const blocked = blockedBy([...policies, ...embed.policies], {
    page,
    loader: `${server}/player/loader.js`,
    nonce: script === undefined ? undefined : script.nonce,
  });
  if (blocked.length === 0) return [];
  const isHarmless = blocked.every((directive) => directive === 'img-src');
  return [
    {
      topic: 'script',
      level: isHarmless ? 'hint' : 'problem',
      found: told.CHECK_POLICY_BLOCKS({ directives: blocked.join(', ') }),
      advice: told.CHECK_POLICY_BLOCKS_ADVICE({ server }),
    },
  ];
}

/** Whether the page has a place for the player. */
export function containerFindings(question: EmbedQuestion): PageFinding[] {
  const { embed, channel, selector, others } = question;
  const findings: PageFinding[] = [];
  const find = (level: PageFinding['level'], found: PageFinding['found'], advice: PageFinding['advice']) =>
    void findings.push({ topic: 'container', level, found, advice });
  const own = embed.containers.filter((container) => isFor(container, channel));
  const seen = own.filter(({ place }) => place === 'page');
  const [first] = seen;
  if (first) find('ok', told.CHECK_CONTAINER_FOUND({ path: first.path }), null);
  if (first?.isHidden) find('hint', told.CHECK_CONTAINER_HIDDEN(), told.CHECK_CONTAINER_HIDDEN_ADVICE());
  if (seen.length > 1)
    find('hint', told.CHECK_CONTAINER_SEVERAL({ count: seen.length }), told.CHECK_CONTAINER_SEVERAL_ADVICE());
  const wrong = first ? 'hint' : 'problem';
  if (own.some(({ place }) => place === 'shadow'))
    find(wrong, told.CHECK_CONTAINER_SHADOW(), told.CHECK_CONTAINER_SHADOW_ADVICE());
  if (own.some(({ place }) => place === 'noscript' || place === 'template'))
    find(wrong, told.CHECK_CONTAINER_INERT(), told.CHECK_CONTAINER_INERT_ADVICE());
  if (embed.containers.some((container) => container.channel === null))
    find(wrong, told.CHECK_CONTAINER_NO_CHANNEL(), told.CHECK_CONTAINER_NO_CHANNEL_ADVICE());
  for (const [name, what] of others) {
    const names = { channel: name, expected: channel.slug };
    if (what === 'other')
      find(
        wrong,
        told.CHECK_CONTAINER_OTHER_CHANNEL(names),
        told.CHECK_CONTAINER_OTHER_CHANNEL_ADVICE(names),
      );
    else if (what === 'unknown')
      find(
        wrong,
        told.CHECK_CONTAINER_UNKNOWN_CHANNEL(names),
        told.CHECK_CONTAINER_UNKNOWN_CHANNEL_ADVICE(names),
      );
    else
      find(
        wrong,
        told.CHECK_CONTAINER_DELETED_CHANNEL(names),
        told.CHECK_CONTAINER_DELETED_CHANNEL_ADVICE(names),
      );
  }
  if (findings.length === 0)
    find('unknown', told.CHECK_CONTAINER_UNSEEN(), told.CHECK_CONTAINER_UNSEEN_ADVICE());
  if (selector !== null && embed.placements === 0)
    find('hint', told.CHECK_PLACEMENT_UNSEEN({ selector }), told.CHECK_PLACEMENT_UNSEEN_ADVICE());
  return findings;
}
