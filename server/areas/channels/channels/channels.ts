import type { Selectable } from 'kysely';
import type { Channel as ChannelModel, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { json, now } from '../../../lib/database/sql.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, NotFoundError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { requireFeature } from '../../../kernel/features.ts';
import { defaultsOf, problemsOf, type Setting } from '../../../kernel/settings.ts';
import {
  accessProject,
  accessProjectOf,
  readableBy as readableProject,
  type Project,
} from '../../access/project-access/access.ts';
import { changesOf, writeProjectLog } from '../../access/project-log/log.ts';
import type { Right } from '../../access/project-access/policy.ts';
import { publishProject } from '../../library/publishing/follow-articles.ts';
import { artworkProblem } from './artwork.ts';
import { channelEvent } from './events.ts';
import type { ChannelKind } from './kinds/kind.ts';
import { kindOf, type ChannelType } from './kinds/registry.ts';
import { policy } from './policy.ts';
import { freeSlug, slugProblem } from './slugs.ts';
import { channelSounds } from './channel-sounds.ts';
import { settingsIn, storedSettings } from './channel-settings.ts';
import { channelMessages } from './messages.ts';
import { soundMessages } from '../../library/sounds/messages.ts';
import { lockImage } from '../../library/sounds/cover-images.ts';
import { settingMessages } from '../../library/settings/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

export type Channel = Selectable<Tables['Channel']>;

/** Channels that a project may have. */
export const channelsMax = 200;

/** Which channels the actor may read: those of projects that he may read. @throws NotSignedInError */
export const readableBy = (actor: Actor): Prisma.ChannelWhereInput => ({
  deletedAt: null,
  project: readableProject(actor),
});

/**
 * @param query selection of the row
 * @throws NotSignedInError, NotFoundError
 */
export async function readChannel(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.ChannelDefaultArgs = {},
): Promise<ChannelModel> {
  const channel = await app.db.prisma.channel.findFirst({
    ...query,
    where: { AND: [{ id }, readableBy(actor)] },
  });
  if (!channel) throw new NotFoundError(channelMessages.CHANNEL_NOT_FOUND());
  return channel;
}

/**
 * Returns the channels that the actor may read.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readChannels(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ChannelDefaultArgs = {},
): Promise<ChannelModel[]> {
  return app.db.prisma.channel.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/**
 * Returns channels of a project that the caller has read, oldest first.
 * @param query selection of the rows, and their filter
 */
export function listChannels(
  app: App,
  projectId: number,
  query: Prisma.ChannelFindManyArgs,
): Promise<ChannelModel[]> {
  return app.db.prisma.channel.findMany({
    ...query,
    where: { projectId, deletedAt: null },
    orderBy: { id: 'asc' },
  });
}

/**
 * Returns a channel and its project, for an actor who needs a right to it.
 * @param lock neither can change until the transaction `sql` ends
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function accessChannel(
  sql: Sql,
  actor: Actor,
  id: number,
  right: Right,
  lock = false,
): Promise<{ channel: Channel; project: Project }> {
  const project = await accessProjectOf(
    sql,
    actor,
    'Channel',
    id,
    right,
    channelMessages.CHANNEL_NOT_FOUND(),
    lock,
  );
  const query = sql.selectFrom('Channel').selectAll().where('id', '=', id).where('deletedAt', 'is', null);
  const channel = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!channel) throw new NotFoundError(channelMessages.CHANNEL_NOT_FOUND());
  return { channel, project };
}

/** Settings under the type of their channel: of one type alone. */
export type TypedSettings = {
  readonly [Type in ChannelType]?: Readonly<Record<string, unknown>> | null | undefined;
};

/**
 * Returns the kind whose settings were sent.
 * @throws ValidationError on `settings` unless it is exactly one
 */
export function submittedKind(sent: TypedSettings): {
  kind: ChannelKind;
  settings: Readonly<Record<string, unknown>>;
} {
  const [one, ...others] = Object.entries(sent).filter(
    ([, settings]) => settings !== null && settings !== undefined,
  );
  const kind = one && kindOf(one[0]);
  if (!kind || others.length > 0)
    throw new ValidationError([{ field: 'settings', ...channelMessages.CHANNEL_OF_ONE_TYPE() }]);
  return { kind, settings: one[1]! };
}

export interface CreateChannel {
  projectId: number;
  /** In its public addresses; made of the project's name where it is left out. */
  slug?: string | null | undefined;
  settings: TypedSettings;
}

/**
 * Adds a channel to a project. It is public immediately.
 * @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature, too), ValidationError on
 * `slug`, or on settings by name
 */
export async function createChannel(
  app: App,
  actor: Actor,
  { projectId, slug, settings: sent }: CreateChannel,
): Promise<Channel> {
  await accessProject(app.db.sql, actor, projectId, policy.createChannel);
  const { kind, settings } = submittedKind(sent);
  const { type } = kind;
  const given = await withFiles(app, projectId, kind, settings);
  return app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, projectId, policy.createChannel, true);
    if (kind.feature) requireFeature(project, kind.feature);
    const before = { ...defaultsOf(kind.settings.settings), ...kind.begins?.(given.settings) };
    const { changes, errors } = await checked(tx, { project, kind, before, given });
    const values = { ...before, ...changes };
    errors.push(
      ...missing(kind, values).filter(({ field }) => !errors.some((error) => error.field === field)),
    );
    const wanted = slug?.trim().toLowerCase();
    const problem = wanted ? await slugProblem(tx, wanted) : null;
    if (problem) errors.push({ field: 'slug', ...problem });
    if ((await countChannels(tx, projectId)) >= channelsMax)
      errors.push({ field: 'type', ...channelMessages.TOO_MANY_CHANNELS({ most: channelsMax }) });
    if (errors.length) throw new ValidationError(errors);
    const channel = await tx
      .insertInto('Channel')
      .values({
        projectId,
        type,
        slug: wanted || (await freeSlug(tx, project.name, kind.path)),
        settings: json(storedSettings, values),
        modifiedBy: userOf(actor),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeProjectLog(tx, actor, projectId, 'channel created', {
      channel: channel.id,
      type,
      slug: channel.slug,
    });
    await publishProject(app, tx, projectId);
    await app.pubsub.publish(tx, channelEvent, { kind: 'created', channelId: channel.id, projectId });
    return channel;
  });
}

export interface UpdateChannel {
  id: number;
  /** Revision that the changes are based on; absent: applies to the current one. */
  revision?: number | null | undefined;
  settings: TypedSettings;
}

/**
 * Changes settings of a channel; absent ones stay, and sending back what is stored changes nothing.
 * @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature, too), ConflictError when it
 * is another revision by now,
 *   ValidationError on settings by name
 */
export async function updateChannel(
  app: App,
  actor: Actor,
  { id, revision, settings: sent }: UpdateChannel,
): Promise<Channel> {
  const known = await accessChannel(app.db.sql, actor, id, policy.updateChannel);
  const { kind, settings } = submittedKind(sent);
  const type = kind.type as ChannelType;
  if (known.channel.type !== type)
    throw new ValidationError([
      { field: 'type', ...channelMessages.CHANNEL_TYPE_FIXED({ type: known.channel.type }) },
    ]);
  const given = await withFiles(app, known.project.id, kind, settings);
  return app.db.transaction(async (tx) => {
    const { channel, project } = await accessChannel(tx, actor, id, policy.updateChannel, true);
    const before: Record<string, unknown> = { ...settingsIn(type, channel.settings) };
    const { changes: values, errors } = await checked(tx, { project, kind, before, given });
    const changes = changesOf(before, values);
    if (Object.keys(changes).length === 0) return channel;
    if (revision !== null && revision !== undefined && revision !== channel.revision)
      throw new ConflictError(channelMessages.CHANNEL_CHANGED());
    if (kind.feature) requireFeature(project, kind.feature);
    if (errors.length) throw new ValidationError(errors);
    const changed = await tx
      .updateTable('Channel')
      .set((eb) => ({
        settings: json(storedSettings, { ...before, ...values }),
        revision: eb('revision', '+', 1),
        modifiedAt: now(),
        modifiedBy: userOf(actor),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeProjectLog(tx, actor, project.id, 'channel updated', { channel: id, type, changes });
    await publishProject(app, tx, project.id);
    await app.pubsub.publish(tx, channelEvent, { kind: 'changed', channelId: id, projectId: project.id });
    return changed;
  });
}

/**
 * Takes a channel away: from now on its public addresses answer that it is gone. It can be restored until
 * the clean-up takes what it published. @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function deleteChannel(app: App, actor: Actor, id: number): Promise<Project> {
  return app.db.transaction(async (tx) => {
    const { channel, project } = await accessChannel(tx, actor, id, policy.deleteChannel, true);
    await tx
      .updateTable('Channel')
      .set({ deletedAt: now(), deletedById: userOf(actor) })
      .where('id', '=', id)
      .execute();
    await writeProjectLog(tx, actor, project.id, 'channel deleted', {
      channel: id,
      type: channel.type,
      slug: channel.slug,
    });
    await app.pubsub.publish(tx, channelEvent, { kind: 'deleted', channelId: id, projectId: project.id });
    return project;
  });
}

/** How many channels a project has. For callers who have locked it. */
export async function countChannels(tx: Sql, projectId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('Channel')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const userOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.userId : null);

/** Settings as they were sent, with what is known of the files that they name. */
interface Given {
  settings: Record<string, unknown>;
  /** What is wrong with files, by the setting that names them. */
  problems: Map<string, Message>;
}

interface Checking {
  project: Project;
  kind: ChannelKind;
  before: Record<string, unknown>;
  given: Given;
}

/** What settings change, and what is wrong with it. What stays as it was is not looked at. */
async function checked(
  sql: Sql,
  { project, kind, before, given }: Checking,
): Promise<{ changes: Record<string, unknown>; errors: FieldError[] }> {
  const changes: Record<string, unknown> = kind.settings.tidy(given.settings);
  const changer = { features: project.features, isAdministrator: project.rights.has('administer') };
  const files = [...given.problems]
    .filter(([field]) => changes[field] !== before[field])
    .map(([field, problem]): FieldError => ({ field, ...problem }));
  // Both are of this kind, whichever it is.
  const others = kind.settings.problems(before as never, changes as never, changer);
  const errors = [...files, ...others.filter(({ field }) => !given.problems.has(field))];
  return {
    changes,
    errors: [
      ...errors,
      ...(await goneImages(sql, kind, changes, before, given.problems)),
      ...(await unknownPlaylists(sql, project, changes, before)),
    ],
  };
}

/** Images that were cleaned up since they were looked at; the others stay until the transaction ends. */
async function goneImages(
  sql: Sql,
  kind: ChannelKind,
  changes: Record<string, unknown>,
  before: Record<string, unknown>,
  known: Given['problems'],
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [field, { format }] of Object.entries<Setting>(kind.settings.settings)) {
    const tag = changes[field];
    if (format !== 'image' || typeof tag !== 'string' || tag === before[field] || known.has(field)) continue;
    if (!(await lockImage(sql, tag))) errors.push({ field, ...settingMessages.IMAGE_NOT_FOUND() });
  }
  return errors;
}

/** What must not be empty, and is. */
const missing = (kind: ChannelKind, values: Record<string, unknown>): FieldError[] =>
  Object.entries<Setting>(kind.settings.settings).flatMap(([field, setting]) =>
    setting.kind === 'text' && setting.min && values[field] === '' ? problemsOf(setting, field, '') : [],
  );

/** Settings with the files of sounds in place of their labels. For callers who may change the project. */
async function withFiles(
  app: App,
  projectId: number,
  kind: ChannelKind,
  sent: Readonly<Record<string, unknown>>,
): Promise<Given> {
  const settings = { ...sent };
  const problems = new Map<string, Message>();
  const named = Object.entries<Setting>(kind.settings.settings).flatMap(([field, { format }]) => {
    const value = settings[field];
    return typeof value === 'string' && value.trim() ? [{ field, format, value: value.trim() }] : [];
  });
  const sounds = named.some(({ format }) => format === 'sound') ? await channelSounds(app, projectId) : [];
  for (const { field, format, value } of named) {
    if (format === 'sound') {
      const sound = sounds.find(({ file }) => file === value) ?? sounds.find(({ label }) => label === value);
      if (sound) settings[field] = sound.file;
      else problems.set(field, soundMessages.SOUND_OF_ANOTHER_PROJECT());
    }
    const problem = format === 'image' ? await artworkProblem(app, value) : null;
    if (problem) problems.set(field, problem);
  }
  return { settings, problems };
}

/** Playlists that are another project's, or gone. */
async function unknownPlaylists(
  sql: Sql,
  { id: projectId }: Project,
  { playlists }: Record<string, unknown>,
  before: Record<string, unknown>,
): Promise<FieldError[]> {
  if (!Array.isArray(playlists) || JSON.stringify(playlists) === JSON.stringify(before['playlists']))
    return [];
  const rows = await sql
    .selectFrom('Playlist')
    .select('id')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return (playlists as { id: number }[]).flatMap(({ id }, index) =>
    known.has(id)
      ? []
      : [{ field: `playlists.${index}.id`, ...channelMessages.PLAYLIST_OF_ANOTHER_PROJECT() }],
  );
}
