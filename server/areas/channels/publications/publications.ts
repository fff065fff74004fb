import type { Channel, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { App } from '../../../kernel/app.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { listChannels } from '../channels/channels.ts';
import { kindOf, type ChannelType } from '../channels/kinds/registry.ts';
import { settingsIn } from '../channels/channel-settings.ts';
import {
  excludedVerdict,
  readFacts,
  type Facts,
  type PublicationState,
  type Verdict,
} from './publication-facts.ts';
import { publicationMessages as told } from './messages.ts';
import { inBriefing } from './outputs/in-briefing.ts';
import { inJsonFeed } from './outputs/in-json-feed.ts';
import { inPlayer } from './outputs/in-player.ts';
import { inPlaylists } from './outputs/in-playlists.ts';
import { inPodcast } from './outputs/in-podcast.ts';
import { inSkill } from './outputs/in-skill.ts';
import type { Output } from './outputs/output.ts';

/** Where an article is with a channel of its project. */
export interface Publication {
  /** With what was asked of it. */
  channel: Channel;
  state: PublicationState;
  /** Why it is there, or why not. */
  reason: Message;
  /** Whether only its teaser is heard there. */
  isTeaser: boolean;
  /** Since when it is there; null: it is not, or that is not known. */
  publishedAt: Date | null;
}

const exported: Output<'googleAction'> = async (_, __, channels) =>
  channels.map(() => excludedVerdict(told.PUBLICATION_EXPORT_ONLY()));

const outputs: { readonly [Type in ChannelType]: Output<Type> } = {
  playlistPlayer: inPlaylists,
  podcast: inPodcast,
  googleAction: exported,
  alexaSkill: inSkill,
  json: inJsonFeed,
  alexaFB: inBriefing,
  player: inPlayer,
};

/**
 * Where an article is with each of its project's channels, oldest first; those of other releases' types are
 * left out. However many there are, the database is asked as often. For callers who may read the article.
 * @param query what is asked of the channels' rows, with their `id`, `type` and `settings`
 * @throws StorageError
 */
export async function readPublications(
  app: App,
  { id, projectId }: { id: number; projectId: number },
  query: Prisma.ChannelDefaultArgs,
): Promise<Publication[]> {
  const [facts, channels] = await Promise.all([readFacts(app, id), listChannels(app, projectId, query)]);
  if (!facts) return [];
  const byType = Map.groupBy(
    channels.filter(({ type }) => kindOf(type)),
    ({ type }) => type as ChannelType,
  );
  const verdicts = new Map<Channel, Verdict>();
  for (const [type, own] of byType) {
    const found = await verdictsOf(app, facts, type, own);
    for (const [index, channel] of own.entries()) verdicts.set(channel, found[index]!);
  }
  return channels.flatMap((channel) => {
    const verdict = verdicts.get(channel);
    return verdict ? { isTeaser: false, publishedAt: null, ...verdict, channel } : [];
  });
}

function verdictsOf<Type extends ChannelType>(
  app: App,
  facts: Facts,
  type: Type,
  channels: readonly { id: number; settings: unknown }[],
): Promise<Verdict[]> {
  const output: Output<Type> = outputs[type];
  return output(
    app,
    facts,
    channels.map(({ id, settings }) => ({ id, settings: settingsIn(type, settings) })),
  );
}
