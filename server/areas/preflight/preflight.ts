import { z } from 'zod';
import type { App } from '../../kernel/app.ts';
import { artworkProblem } from '../channels/artwork.ts';
import type { ChannelSettings } from '../channels/kinds/registry.ts';
import { settingsIn } from '../channels/values.ts';

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

/** Something about a podcast that somebody would refuse, or that listeners would miss. */
export interface Finding {
  /** Name of the setting that it belongs to; null: it is not about a setting of the channel. */
  field: string | null;
  /** Who would refuse it; nobody: it is a hint. */
  refusedBy: Reviewer[];
  /** In a sentence to show. */
  message: string;
}

type Settings = ChannelSettings<'podcast'>;

/** What is checked: all that a feed is made of. */
export interface Checked {
  settings: Settings;
  /** What is wrong with the artwork; null: nothing, or there is none. */
  artworkProblem: string | null;
  publicUrl: string;
  /** Episodes that can be heard. */
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
}: Checked): Finding[] {
  const findings: Finding[] = [];
  const refuse = (field: string | null, refusedBy: Reviewer[], message: string): void =>
    void findings.push({ field, refusedBy, message });
  const hint = (field: string | null, message: string): void =>
    void findings.push({ field, refusedBy: [], message });

  if (!settings.title.trim()) refuse('title', everybody, 'The podcast needs a title.');
  else if (markup.test(settings.title)) refuse('title', ['apple'], 'The title must not contain HTML.');
  if (!settings.description.trim()) refuse('description', everybody, 'The podcast needs a description.');
  else if (Buffer.byteLength(settings.description) > descriptionMaxBytes)
    refuse(
      'description',
      ['apple', 'psp1'],
      `The description can have at most ${descriptionMaxBytes} bytes.`,
    );
  if (settings.category === null) refuse('category', everybody, 'The podcast needs a category.');
  if (settings.artwork === null)
    refuse('artwork', everybody, 'The podcast needs artwork: a square image, 1400 to 3000 pixels wide.');
  else if (artwork !== null) refuse('artwork', ['apple', 'spotify'], artwork);
  if (settings.ownerEmail === null)
    refuse(
      'ownerEmail',
      ['spotify'],
      'Directories verify the owner by an e-mail address in the feed. You can remove it afterwards.',
    );

  const address = new URL(publicUrl);
  if (address.protocol !== 'https:')
    refuse(null, ['apple', 'spotify'], 'Directories only take feeds and audio from an https address.');
  if (/^(localhost|127\.|\[::1\])/.test(address.host))
    refuse(null, everybody, 'Directories cannot reach this server at its public URL.');
  if (reserved && settings.groupingType !== null)
    refuse(
      'groupingType',
      everybody,
      'The project keeps its articles for subscribers: only single articles have teasers, so grouped episodes are not in the feed.',
    );
  else if (episodes === 0) refuse(null, ['apple', 'spotify'], 'The podcast needs at least one episode.');

  if (reserved) hint(null, 'The project keeps its articles for subscribers: the feed only has teasers.');
  const nameless = linesOf(settings.persons).filter(
    (line) => (line.split('|')[0] ?? '').trim() === '' || !isAddress(line.split('|')[2]),
  );
  if (nameless.length > 0)
    hint('persons', `This line is not a name, a role and a URL: ${nameless[0]!.slice(0, 100)}`);
  const unknown = linesOf(settings.podroll).find(
    (line) => !isAddress(line) && !z.guid().safeParse(line).success,
  );
  if (unknown !== undefined)
    hint('podroll', `This line is neither the URL of a feed nor a podcast GUID: ${unknown.slice(0, 100)}`);
  if (settings.newFeedUrl !== null)
    hint('newFeedUrl', 'The feed redirects to its new URL: directories list what is there.');
  if (settings.complete)
    hint('complete', 'Directories stop looking for new episodes once the podcast is complete.');
  if (settings.hub === null)
    hint('hub', 'Without a hub, apps find new episodes only when they check the feed.');
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
