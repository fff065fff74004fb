import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { submittedKind, type TypedSettings } from '../channels/channels.ts';
import { channelMessages } from '../channels/messages.ts';
import { policy } from '../channels/policy.ts';
import { settingsIn } from '../channels/channel-settings.ts';
import type { PublicChannel } from '../channels/public-channel.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { isPublicNow } from '../../library/publishing/embargo-condition.ts';
import type { PlayerConfig } from './config-schema.ts';
import { findPlayerTarget } from './find-player-article.ts';
import { itemOf } from './player-item.ts';
import { configOf, playlistConfig } from './read-config.ts';

/**
 * Returns the configuration of a player with settings that need not be saved: a web player with the newest
 * ready article, a playlist player with its playlists, regardless of when they go live. It omits statistics,
 * advertisements and consent, which are for listeners.
 * @param settings absent or invalid ones use their defaults
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `settings`
 */
export async function previewPlayer(
  app: App,
  actor: Actor,
  { projectId, settings: sent }: { projectId: number; settings: TypedSettings },
): Promise<PlayerPreview> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.prepareChannel);
  const { kind, settings } = submittedKind(sent);
  const common = {
    id: 0,
    slug: 'preview',
    projectId,
    revision: 0,
    createdAt: new Date(0),
    modifiedAt: new Date(0),
    project: { ...project, paywall: false, securityEnabled: false, timezone: 'UTC' },
  };
  switch (kind.type) {
    case 'player':
      return article(app, { ...common, type: 'player', settings: settingsIn('player', settings) });
    case 'playlistPlayer':
      return playlists(app, {
        ...common,
        type: 'playlistPlayer',
        settings: settingsIn('playlistPlayer', settings),
      });
    default:
      throw new ValidationError([{ field: 'settings', ...channelMessages.NOT_A_PLAYER() }]);
  }
}

/** Parts of a player's configuration that a preview shows and plays. */
export type PlayerPreview = Pick<
  PlayerConfig,
  'channel' | 'language' | 'words' | 'publisher' | 'podcast' | 'sounds' | 'items'
>;

const playlists = (app: App, channel: PublicChannel<'playlistPlayer'>): Promise<PlayerConfig> =>
  playlistConfig(
    app,
    channel,
    channel.settings.playlists.map(({ id }) => id),
  );

async function article(app: App, channel: PublicChannel<'player'>): Promise<PlayerConfig> {
  const newest = await app.db.sql
    .selectFrom('Article as a')
    .select('a.id')
    .where('a.projectId', '=', channel.projectId)
    .where('a.deletedAt', 'is', null)
    .where('a.status', '=', 'ready')
    .where(isPublicNow())
    .orderBy('a.addedAt', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { target } = newest ? await findPlayerTarget(app, channel, { article: newest.id }) : { target: null };
  return configOf(app, channel, target ? [itemOf(app, channel, target, {})] : []);
}
