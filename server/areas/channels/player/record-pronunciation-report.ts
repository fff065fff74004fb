/**
 * Reports of listeners that something is mispronounced at their position in an article. Listeners who can
 * play the article in this player can report; nothing personal is accepted. Rates are limited by network and
 * channel, and one network counts once for a sentence: only the memory of this process knows that.
 */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { networkOf } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  declareNetworkRate,
  declareRate,
} from '../../../kernel/rate-limit.ts';
import { addListenerReport, reportedSentence } from '../../review/review/listener-reports.ts';
import { channelMessages } from '../channels/messages.ts';
import { findPlayerTarget } from './find-player-article.ts';
import { itemOf } from './player-item.ts';
import type { PlayerChannel, PlayerRequest } from './player-request.ts';

const listenerRate = declareNetworkRate('Pronunciation reports', 'a network', { burst: 20, everyMs: 30_000 });
const channelRate = declareRate('Pronunciation reports', 'a channel', { burst: 200, everyMs: 10_000 });

/** Sentences that networks have reported, of which this process remembers so many for so long. */
const reportsMax = 20_000;
const reportMs = 86_400_000;
const reports = new WeakMap<App, LRUCache<string, true>>();

/** What the player sends: the audio that plays, by its name, and the position in it. */
const report = z.strictObject({
  audio: z.string().min(1).max(128),
  positionMs: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
});

/**
 * Records a listener's report on the article of a web player.
 * @param body JSON text as the player sends it
 * @param address network address of the listener, for the limits
 * @throws ValidationError on `report`, NotFoundError where this player does not play this audio to this
 * listener, LimitReachedError
 */
export async function recordPronunciationReport(
  app: App,
  channel: PlayerChannel,
  question: PlayerRequest,
  { body, address }: { body: string; address: string },
): Promise<void> {
  const message = channelMessages.PRONUNCIATION_REPORT_TOO_OFTEN();
  await countAgainstNetworkRate(app, listenerRate, address, message);
  const { audio, positionMs } = parsed(body);
  const published = await publishedVersion(app, channel, question, audio);
  if (published === null) throw new NotFoundError(channelMessages.PRONUNCIATION_REPORT_NOT_PLAYED());
  await countAgainstRate(app, channelRate, String(channel.id), message);
  const { version } = published;
  const sentence = await reportedSentence(app, version, positionMs);
  if (!sentence) return;
  const seen = reports.get(app) ?? new LRUCache<string, true>({ max: reportsMax, ttl: reportMs });
  reports.set(app, seen);
  const key = `${version} ${sentence.start} ${networkOf(address)}`;
  if (seen.has(key)) return;
  seen.set(key, true);
  try {
    await addListenerReport(app, published, sentence);
  } catch (error) {
    seen.delete(key);
    throw error;
  }
}

function parsed(body: string): z.output<typeof report> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    value = null;
  }
  const read = report.safeParse(value);
  if (!read.success)
    throw new ValidationError([{ field: 'report', ...channelMessages.PRONUNCIATION_REPORT_INVALID() }]);
  return read.data;
}

/**
 * The version that this player plays to the listener; null: it plays another or none, or only a teaser, which
 * says things that are not in the article.
 */
async function publishedVersion(
  app: App,
  channel: PlayerChannel,
  question: PlayerRequest,
  audio: string,
): Promise<{ articleId: number; projectId: number; version: string } | null> {
  if (channel.type !== 'player' || !channel.settings.pronunciationReports) return null;
  const { target } = await findPlayerTarget(app, channel, question);
  if (!target) return null;
  const { article } = target;
  const { state, au, teaser } = itemOf(app, channel, target, question);
  if (state !== 'ready' || teaser || au !== audio) return null;
  return { articleId: article.id, projectId: article.projectId, version: audio };
}
