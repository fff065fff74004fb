import type { Message } from '../../../lib/declare-messages.ts';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { builtInFile, builtInOf, builtInSounds, type BuiltInSound } from '../../../audio/built-in-sounds.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import type { UploadedFile } from '../../../lib/requests/uploaded-file.ts';
import { soundMaxBytes, soundsMax } from '../../../product.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { tenantOf } from '../../../kernel/tenant.ts';
import { accessProject, accessProjects, type Project } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { normaliseSound } from './normalise-sound.ts';
import { policy } from './policy.ts';
import { soundMessages } from './messages.ts';

/** A sound that a project may use: uploaded for it, or there from the start. */
export interface Sound {
  projectId: number;
  name: string;
  /** Base name of the MP3 file. */
  file: string;
  /** Milliseconds. */
  durationMs: number;
  /** Null of a built-in one, which is made when it is first needed. */
  bytes: number | null;
  builtIn: boolean;
  /** What a built-in one is meant for. */
  kind: BuiltInSound['kind'] | null;
  /** Null of a built-in one. */
  id: number | null;
  createdAt: Date | null;
}

/** The path of a sound's file; what settings keep as its address. */
export const soundPath = (file: string): string => `/download/audio/${file}.mp3`;

const nameMaxCharacters = 255;
const hashedAtOnce = 4 * 1024 * 1024;

/** The projects' uploaded sounds, newest first. For callers who have read the projects. */
export async function uploadedSounds(app: App, projectIds: readonly number[]): Promise<Sound[]> {
  const rows = await app.db.prisma.sound.findMany({
    where: { projectId: { in: [...projectIds] }, deletedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return rows.map(asSound);
}

/** All that a project may use: what was uploaded, then what is built in. For callers who have read it. */
export async function soundsOf(app: App, projectId: number): Promise<Sound[]> {
  return [...(await uploadedSounds(app, [projectId])), ...builtInSoundsFor(projectId)];
}

/** A sound's project, and the base name of its file. */
export type SoundPlace = Pick<Sound, 'projectId' | 'file'>;

/**
 * Returns sounds by their places, in their order; null in place of what the actor may not know of. @throws
 * NotSignedInError
 */
export async function readSounds(
  app: App,
  actor: Actor,
  places: readonly SoundPlace[],
): Promise<(Sound | null)[]> {
  const asked = [...new Set(places.map(({ projectId }) => projectId))];
  const readable = (await accessProjects(app.db.sql, actor, asked)).map(({ id }) => id);
  if (readable.length === 0) return places.map(() => null);
  const sounds = Map.groupBy(
    [...(await uploadedSounds(app, readable)), ...readable.flatMap(builtInSoundsFor)],
    ({ projectId }) => projectId,
  );
  return places.map((place) => sounds.get(place.projectId)?.find(({ file }) => file === place.file) ?? null);
}

/** Those that every project may use. */
export function builtInSoundsFor(projectId: number): Sound[] {
  return builtInSounds.map(({ name, title, kind, durationMs }) => ({
    projectId,
    name: title,
    file: builtInFile(name),
    durationMs,
    bytes: null,
    builtIn: true,
    kind,
    id: null,
    createdAt: null,
  }));
}

const asSound = ({
  projectId,
  name,
  file,
  durationMs,
  bytes,
  id,
  createdAt,
}: Selectable<Tables['Sound']>): Sound => ({
  projectId,
  name,
  file,
  durationMs,
  bytes,
  builtIn: false,
  kind: null,
  id,
  createdAt,
});

/** Whether a project may use a sound, by the base name of its file. For callers who have read the project. */
export async function isUsableSound(
  app: App,
  projectId: number,
  file: string,
  db: Sql = app.db.sql,
): Promise<boolean> {
  return builtInOf(file) !== null || uploadedSound(projectId, file, db);
}

async function uploadedSound(projectId: number, file: string, db: Sql): Promise<boolean> {
  // File names contain no NUL, and the database rejects it.
  if (file.includes('\0')) return false;
  const query = db
    .selectFrom('Sound')
    .select('id')
    .where('projectId', '=', projectId)
    .where('file', '=', file)
    .where('deletedAt', 'is', null);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Stores a sound of a project: an MP3 or WAV file by its content, made even (-16 LUFS, 44.1 kHz, 128
 * kbit/s) and without its tags. The same file again is the sound that is there; one that was deleted comes
 * back.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError (too many at once),
 * ValidationError on `file`
 */
export async function uploadSound(
  app: App,
  actor: Actor,
  { projectId, file }: { projectId: number; file: UploadedFile },
): Promise<{ sound: Sound; project: Project }> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.uploadSound);
  return { sound: await storeSound(app, actor, projectId, file), project };
}

/**
 * `uploadSound` for sound that comes another way. For callers who have checked that they may. @throws
 * LimitReachedError, ValidationError on `file`
 */
export async function storeSound(
  app: App,
  actor: Actor,
  projectId: number,
  { name, bytes }: UploadedFile,
): Promise<Sound> {
  if (bytes.length > soundMaxBytes)
    throw refused(soundMessages.SOUND_TOO_LARGE({ megabytes: soundMaxBytes / 1024 / 1024 }));
  // Named by what came in: the same file needs no decoding again.
  const file = `upload-${(await sha256(bytes)).slice(0, 40)}`;
  if (!(await uploadedSound(projectId, file, app.db.sql))) await refuseTooMany(app.db.sql, projectId);
  const project = await app.db.sql
    .selectFrom('Project')
    .select(['organizationId', 'ownerId'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const { durationMs, byteLength } = await normaliseSound(app, file, bytes, tenantOf(project));
  return app.db.transaction(async (tx) => {
    // One at a time, so that the count holds.
    await tx.selectFrom('Project').select('id').where('id', '=', projectId).forUpdate().execute();
    const known = await uploadedSound(projectId, file, tx);
    if (!known) await refuseTooMany(tx, projectId);
    const row = await tx
      .insertInto('Sound')
      .values({
        projectId,
        name: tidyName(name),
        file,
        durationMs,
        bytes: byteLength,
        uploadedBytes: bytes.length,
        userId: actor.kind === 'user' ? actor.userId : null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['projectId', 'file'])
          .doUpdateSet((eb) => ({
            deletedAt: null,
            name: eb
              .case()
              .when('Sound.deletedAt', 'is', null)
              .then(eb.ref('Sound.name'))
              .else(eb.ref('excluded.name'))
              .end(),
          })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    const sound = asSound(row);
    if (!known) await writeProjectLog(tx, actor, projectId, 'sound added', { name: sound.name, file });
    return sound;
  });
}

/** In hexadecimal; of many megabytes a piece at a time, so that others get their turn. */
async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    hash.update(bytes.subarray(at, at + hashedAtOnce));
    await setImmediate();
  }
  return hash.digest('hex');
}

async function refuseTooMany(db: Sql, projectId: number): Promise<void> {
  const { count } = await db
    .selectFrom('Sound')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= soundsMax) throw refused(soundMessages.TOO_MANY_SOUNDS({ most: soundsMax }));
}

/** Returns the last part of the file name that a browser or program sends. */
function tidyName(name: string): string {
  const last = name
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\p{C}+/gu, ' ')
    .trim();
  return [...last].slice(0, nameMaxCharacters).join('') || 'Sound';
}

/**
 * Takes a sound out of what a project may use. Its file stays: articles were made with it.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `file`: unknown, built in, or
 * used (it says by what)
 */
export async function deleteSound(
  app: App,
  actor: Actor,
  { projectId, file }: { projectId: number; file: string },
): Promise<{ project: Project; file: string }> {
  return app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, projectId, policy.deleteSound, true);
    if (builtInOf(file)) throw refused(soundMessages.SOUND_BUILT_IN());
    if (!(await uploadedSound(projectId, file, tx))) throw refused(soundMessages.SOUND_OF_ANOTHER_PROJECT());
    const uses = await usesOf(tx, project, file);
    if (uses.length) throw refused(soundMessages.SOUND_IN_USE({ uses: uses.join(', ') }));
    const { name } = await tx
      .updateTable('Sound')
      .set({ deletedAt: now() })
      .where('projectId', '=', projectId)
      .where('file', '=', file)
      .returning('name')
      .executeTakeFirstOrThrow();
    await writeProjectLog(tx, actor, projectId, 'sound deleted', { name, file });
    return { project, file };
  });
}

/** What plays a sound from now on, in words; another organization's ad without its name. */
async function usesOf(db: Sql, { id, organizationId }: Project, file: string): Promise<string[]> {
  const rows = await db
    .selectFrom('SoundUse as u')
    .innerJoin('Sound as s', 's.id', 'u.soundId')
    .leftJoin('ProcessingRule as rule', 'rule.id', 'u.ruleId')
    .leftJoin('Channel as channel', 'channel.id', 'u.channelId')
    .leftJoin('PlaylistItem as item', 'item.id', 'u.playlistItemId')
    .leftJoin('Playlist as playlist', (join) =>
      join.on(({ eb, fn }) => eb('playlist.id', '=', fn.coalesce('u.playlistId', 'item.playlistId'))),
    )
    .leftJoin('AdUnit as ad', 'ad.id', 'u.adUnitId')
    .leftJoin('AdCampaign as campaign', (join) =>
      join.onRef('campaign.id', '=', 'ad.campaignId').on('campaign.organizationId', '=', organizationId),
    )
    .select(['u.paywallId', 'rule.name as rule', 'channel.slug as channel'])
    .select(['playlist.name as playlist', 'ad.slug as ad', 'campaign.name as campaign'])
    .where('s.projectId', '=', id)
    .where('s.file', '=', file)
    .orderBy('rule.position')
    .orderBy('rule.id')
    .orderBy('channel.id')
    .orderBy('playlist.id')
    .orderBy('u.paywallId')
    .orderBy('ad.id')
    .execute();
  const uses = rows.map(({ paywallId, rule, channel, playlist, ad, campaign }) => {
    if (rule !== null) return `rule "${rule}"`;
    if (channel !== null) return `channel ${channel}`;
    if (playlist !== null) return `playlist "${playlist}"`;
    if (paywallId !== null) return 'the paywall';
    return campaign === null ? 'an ad' : `ad "${ad}" of the campaign "${campaign}"`;
  });
  return [...new Set(uses)];
}

const refused = (message: Message): ValidationError => new ValidationError([{ field: 'file', ...message }]);
