/**
 * How a reader starts the audio of a page that is not known yet. A request is not a reader: link checkers,
 * crawlers, uptime monitors, chat previews and prerendered pages make requests too, and audio costs money. So
 * the config of an unknown page only carries a token, and the player sends it back by POST once the page is
 * visible.
 */
import type { App } from '../../../kernel/app.ts';
import { countPlayerArticlesToday } from '../../projects/projects/project-usage.ts';
import { findPlayerTarget } from './find-player-article.ts';
import type { PlayerChannel, PlayerRequest } from './player-request.ts';
import { sightingsOf } from './player-sightings.ts';
import { registerPage } from './register-page.ts';

/** Milliseconds for which a token is valid: a page that is looked at later gets another. */
const tokenMs = 600_000;
/** Longer texts are no tokens. */
const tokenMaxCharacters = 200;

const purposeOf = ({ id }: Pick<PlayerChannel, 'id'>, page: string): string =>
  `start ${page} by player ${id}`;

/**
 * Returns a token for an unknown page; null: the day's pages have been found, or no reader asks, which is
 * counted. @param page of `findPlayerTarget`
 */
export async function pageToken(
  app: App,
  channel: PlayerChannel,
  page: string,
  isReader: boolean,
): Promise<string | null> {
  if (!isReader) {
    sightingsOf(app).refused(channel.id);
    return null;
  }
  const { found, max } = await countPlayerArticlesToday(app.db.sql, channel.projectId);
  return found >= max ? null : app.sealing.seal(String(Date.now() + tokenMs), purposeOf(channel, page));
}

/**
 * Starts generating the audio of a page, if it is not known yet. @param token of `pageToken`
 * @returns false: the token is not valid for this page, or no reader sends it, which is counted
 */
export async function startPage(
  app: App,
  channel: PlayerChannel,
  question: PlayerRequest,
  { token, isReader }: { token: string; isReader: boolean },
): Promise<boolean> {
  const { page } = await findPlayerTarget(app, channel, question);
  if (page === null) return true;
  const until = token.length > tokenMaxCharacters ? null : app.sealing.open(token, purposeOf(channel, page));
  if (!isReader || until === null || Number(until) < Date.now()) {
    sightingsOf(app).refused(channel.id);
    return false;
  }
  await registerPage(app, channel.projectId, page);
  return true;
}
