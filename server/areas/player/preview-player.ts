import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { policy } from '../channels/policy.ts';
import type { ChannelType } from '../channels/kinds/registry.ts';
import { settingsIn, storedSettings } from '../channels/values.ts';
import type { PublicChannel } from '../channels/public-channel.ts';
import { accessProject } from '../project-access/access.ts';
import type { PlayerConfig } from './config-schema.ts';
import { findPlayed } from './find-played.ts';
import { itemOf } from './played-item.ts';
import { configOf, playlistConfig } from './read-config.ts';
import { kernelMessages } from '../../kernel/messages.ts';

/**
 * What a player with settings that need not be saved would be told: a web player with the newest article that
 * is ready, a playlist player with its playlists, whenever they go live; without statistics, advertisements
 * and consent, which are for listeners.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `settings`
 */
export async function previewPlayer(
  app: App,
  actor: Actor,
  {
    projectId,
    type,
    settings,
  }: { projectId: number; type?: ChannelType | null | undefined; settings: unknown },
): Promise<PlayerConfig> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.prepareChannel);
  if (!storedSettings.safeParse(settings).success)
    throw new ValidationError([{ field: 'settings', ...kernelMessages.NOT_AN_OBJECT() }]);
  const common = {
    id: 0,
    slug: 'preview',
    projectId,
    revision: 0,
    createdAt: new Date(0),
    modifiedAt: new Date(0),
    project: { ...project, paywall: false, securityEnabled: false, timezone: 'UTC' },
  };
  const config =
    type === 'playlistPlayer'
      ? await playlists(app, { ...common, type, settings: settingsIn(type, settings) })
      : await article(app, { ...common, type: 'player', settings: settingsIn('player', settings) });
  // In its own frame there is nothing to be placed beside.
  config.channel.placement = { action: 'none', selector: '' };
  return {
    ...config,
    ads: null,
    eventsUrl: null,
    consent: { ...config.consent, provider: 'never', placeholder: false },
  };
}

const playlists = (app: App, channel: PublicChannel<'playlistPlayer'>): Promise<PlayerConfig> =>
  playlistConfig(
    app,
    channel,
    channel.settings.playlists.map(({ id }) => id),
  );

async function article(app: App, channel: PublicChannel<'player'>): Promise<PlayerConfig> {
  const newest = await app.db.sql
    .selectFrom('Article')
    .select('id')
    .where('projectId', '=', channel.projectId)
    .where('deletedAt', 'is', null)
    .where('status', '=', 'ready')
    .orderBy('addedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const played = newest && (await findPlayed(app, channel, { article: newest.id }));
  return configOf(app, channel, played ? [itemOf(app, channel, played, {})] : []);
}
