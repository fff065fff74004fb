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
  /** Channel with the selected fields. */
  channel: Channel;
  state: PublicationState;
  /** Why it is there, or why not. */
  reason: Message;
  /** Whether only its teaser plays there. */
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
 * Returns the state of an article in each of its project's channels, oldest first. Channels whose type only
 * other releases know are left out. The number of queries does not depend on the number of channels. Callers
 * must be allowed to read the article.
 * @param query fields to select of the channels, including `id`, `type` and `settings`
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
