import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { artworkProblem } from '../channels/artwork.ts';
import type { ChannelSettings } from '../channels/kinds/registry.ts';
import { settingsIn } from '../channels/channel-settings.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { preflightMessages } from './messages.ts';

/**
 * Who looks at a podcast before listing it: two directories, and the validator of the Podcast Standards
 * Project (PSP-1).
 */
export const reviewers = {
  apple: 'Apple Podcasts',
  spotify: 'Spotify',
  psp1: 'Validators of the PSP-1 podcast standard',
} as const;
export type Reviewer = keyof typeof reviewers;

/** Problem of a podcast that a directory would reject, or that listeners would notice. */
export interface Finding extends Message {
  /** Name of the setting that it belongs to; null: it is not about a setting of the channel. */
  field: string | null;
  /** Directories that would reject it; empty: it is a hint. */
  refusedBy: Reviewer[];
}

type Settings = ChannelSettings<'podcast'>;

/** What is checked: all that a feed is made of. */
export interface PreflightInput {
  settings: Settings;
  /** What is wrong with the artwork; null: nothing, or there is none. */
  artworkProblem: Message | null;
  publicUrl: string;
  /** Number of playable episodes. */
  episodes: number;
  /** Whether the project keeps whole articles for its subscribers. */
  reserved: boolean;
}

const everybody: Reviewer[] = ['apple', 'spotify', 'psp1'];
const descriptionMaxBytes = 4_000;
const markup = /<\/?[a-z][^<>]*>/i;

/**
 * What Apple, Spotify and the validator would refuse of a podcast, then hints; each in the order of the form.
 */
export function findingsIn({
  settings,
  artworkProblem: artwork,
  publicUrl,
  episodes,
  reserved,
}: PreflightInput): Finding[] {
  const findings: Finding[] = [];
  const refuse = (field: string | null, refusedBy: Reviewer[], message: Message): void =>
    void findings.push({ field, refusedBy, ...message });
  const hint = (field: string | null, message: Message): void =>
    void findings.push({ field, refusedBy: [], ...message });

  if (!settings.title.trim()) refuse('title', everybody, preflightMessages.PODCAST_TITLE_MISSING());
  else if (markup.test(settings.title))
    refuse('title', ['apple'], preflightMessages.PODCAST_TITLE_WITH_HTML());
  if (!settings.description.trim())
    refuse('description', everybody, preflightMessages.PODCAST_DESCRIPTION_MISSING());
  else if (Buffer.byteLength(settings.description) > descriptionMaxBytes)
    refuse(
      'description',
      ['apple', 'psp1'],
      preflightMessages.PODCAST_DESCRIPTION_TOO_LARGE({ most: descriptionMaxBytes }),
    );
  if (settings.category === null) refuse('category', everybody, preflightMessages.PODCAST_CATEGORY_MISSING());
  if (settings.artwork === null) refuse('artwork', everybody, preflightMessages.PODCAST_ARTWORK_MISSING());
  else if (artwork !== null) refuse('artwork', ['apple', 'spotify'], artwork);
  if (settings.ownerEmail === null)
    refuse('ownerEmail', ['spotify'], preflightMessages.PODCAST_OWNER_MISSING());

  const address = new URL(publicUrl);
  if (address.protocol !== 'https:')
    refuse(null, ['apple', 'spotify'], preflightMessages.PODCAST_WITHOUT_HTTPS());
  if (/^(localhost|127\.|\[::1\])/.test(address.host))
    refuse(null, everybody, preflightMessages.PODCAST_UNREACHABLE());
  if (reserved && settings.groupingType !== null)
    refuse('groupingType', everybody, preflightMessages.PODCAST_GROUPED_BEHIND_PAYWALL());
  else if (episodes === 0) refuse(null, ['apple', 'spotify'], preflightMessages.PODCAST_EMPTY());

  if (reserved) hint(null, preflightMessages.PODCAST_OF_TEASERS());
  const nameless = linesOf(settings.persons).filter(
    (line) => (line.split('|')[0] ?? '').trim() === '' || !isAddress(line.split('|')[2]),
  );
  if (nameless.length > 0)
    hint('persons', preflightMessages.PODCAST_PERSON_INVALID({ line: nameless[0]!.slice(0, 100) }));
  const unknown = linesOf(settings.podroll).find(
    (line) => !isAddress(line) && !z.guid().safeParse(line).success,
  );
  if (unknown !== undefined)
    hint('podroll', preflightMessages.PODCAST_PODROLL_INVALID({ line: unknown.slice(0, 100) }));
  if (settings.newFeedUrl !== null) hint('newFeedUrl', preflightMessages.PODCAST_MOVED());
  if (settings.complete) hint('complete', preflightMessages.PODCAST_COMPLETE());
  if (settings.hub === null) hint('hub', preflightMessages.PODCAST_WITHOUT_HUB());
  return findings;
}

const linesOf = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const isAddress = (text: string | undefined): boolean =>
  text === undefined || text.trim() === '' || /^https?:$/.test(URL.parse(text.trim())?.protocol ?? '');

/**
 * What would be refused of a podcast, before it is submitted. For callers who may read the channel. @throws
 * StorageError
 */
export async function preflight(
  app: App,
  channel: { id: number; projectId: number; settings: unknown },
): Promise<Finding[]> {
  const settings = settingsIn('podcast', channel.settings);
  const [project, episodes, artwork] = await Promise.all([
    app.db.sql
      .selectFrom('Project')
      .select(['paywall', 'securityEnabled'])
      .where('id', '=', channel.projectId)
      .executeTakeFirstOrThrow(),
    app.db.sql
      .selectFrom('Episode')
      .select('id')
      .where('channelId', '=', channel.id)
      .where('publishedAt', 'is not', null)
      .where('file', 'is not', null)
      .where('deletedAt', 'is', null)
      .limit(1)
      .execute(),
    settings.artwork === null ? null : artworkProblem(app, settings.artwork),
  ]);
  return findingsIn({
    settings,
    artworkProblem: artwork,
    publicUrl: app.config.publicUrl,
    episodes: episodes.length,
    reserved: project.paywall || project.securityEnabled,
  });
}
