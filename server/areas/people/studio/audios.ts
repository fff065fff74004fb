import type { Article, Prisma, StudioAudio } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { json, now } from '../../../lib/database/sql.ts';
import { outOfCharacters } from '../../access/accounts/ledger.ts';
import { articleEvent } from '../../articles/articles/events.ts';
import { articleMessages } from '../../articles/articles/messages.ts';
import { restoreRows, isEmptied } from '../../articles/articles/restore-article.ts';
import { beginRun, removeArticle } from '../../articles/articles/article-states.ts';
import { storedSettings } from '../../channels/channels/channel-settings.ts';
import { player } from '../../channels/channels/kinds/player-channel.ts';
import { defaultsOf } from '../../../kernel/settings.ts';
import { holdColumnsOf } from '../../articles/articles/hold.ts';
import { requireRestorable } from '../../access/deleted-items/deleted-items.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { customPauses } from '../../voice/voicing/custom-pauses.ts';
import { callToActionOf, validateText, type CheckedText, type StudioText } from './audio-input.ts';
import { mayGenerate } from './generation-rate-limit.ts';
import { studioMessages } from './messages.ts';
import { ownStudio, randomName, type OwnStudio } from './open-studio.ts';

/** The caller's audios that were not deleted. @throws NotSignedInError, NotAllowedError for a program */
const ownedBy = (actor: Actor): Prisma.StudioAudioWhereInput => ({
  userId: requireUser(actor).userId,
  deletedAt: null,
});

/**
 * Returns the caller's audios, newest first.
 * @param query fields to select
 * @param offset how many to skip at the beginning
 * @throws NotSignedInError, NotAllowedError for a program, ValidationError on `offset`
 */
export async function listAudios(
  app: App,
  actor: Actor,
  query: Prisma.StudioAudioFindManyArgs,
  offset = 0,
): Promise<StudioAudio[]> {
  const where = ownedBy(actor);
  if (!Number.isInteger(offset) || offset < 0 || offset > offsetMax)
    throw new ValidationError([
      { field: 'offset', ...kernelMessages.NOT_NUMBER_WITHIN({ least: 0, most: offsetMax }) },
    ]);
  if (offset > 0 && query.cursor)
    throw new ValidationError([{ field: 'offset', ...articleMessages.OFFSET_WITH_CURSOR() }]);
  return app.db.prisma.studioAudio.findMany({
    ...query,
    where,
    orderBy: { id: 'desc' },
    skip: (query.skip ?? 0) + offset,
  });
}

const offsetMax = 2_147_483_647 - 1_000;

/**
 * Returns whether an audio's article waits for more balance on its account; it then resumes automatically.
 */
export const isOutOfMinutes = ({ status, error }: Pick<Article, 'status' | 'error'>): boolean =>
  status === 'errored' && error === outOfCharacters;

/** How many those are. */
export const countAudios = (app: App, actor: Actor): Promise<number> =>
  app.db.prisma.studioAudio.count({ where: ownedBy(actor) });

/**
 * Returns one of the caller's audios.
 * @param query fields to select
 * @throws NotSignedInError, NotAllowedError for a program, NotFoundError
 */
export async function readAudio(
  app: App,
  actor: Actor,
  which: { slug: string } | { id: number },
  query: Prisma.StudioAudioDefaultArgs = {},
): Promise<StudioAudio> {
  const wanted = 'slug' in which ? { slug: storable(which.slug) } : which;
  const audio = await app.db.prisma.studioAudio.findFirst({
    ...query,
    where: { AND: [wanted, ownedBy(actor)] },
  });
  if (!audio) throw new NotFoundError(studioMessages.STUDIO_AUDIO_NOT_FOUND());
  return audio;
}

/** Returns those of the audios that are the caller's; none for a program. */
export async function readOwnAudios(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.StudioAudioDefaultArgs,
): Promise<StudioAudio[]> {
  if (actor.kind !== 'user') return [];
  return app.db.prisma.studioAudio.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, ownedBy(actor)] },
  });
}

const storable = (slug: string): string => slug.replaceAll('\0', '');

/**
 * Generates an audio from a text, or stores it as a draft.
 * @throws NotSignedInError, NotAllowedError for a program, ValidationError on `text`, `language`, `voice`,
 * `style`, `pauses`, LimitReachedError `out of chars` when nothing is left, and after too many
 * @param remoteAddress address of the caller, for limits; empty: unknown
 */
export async function createAudio(
  app: App,
  actor: Actor,
  { isDraft = false, ...input }: StudioText & { isDraft?: boolean | null | undefined },
  remoteAddress = '',
): Promise<StudioAudio> {
  const { userId } = requireUser(actor);
  const checked = validateText(app, input);
  const studio = await ownStudio(app, actor);
  if (!isDraft) await mayGenerate(app, studio, checked.text, remoteAddress);
  const id = await app.db.transaction(async (tx) => {
    const { text, title } = checked;
    const { id: articleId } = await tx
      .insertInto('Article')
      .values({
        projectId: studio.projectId,
        title,
        text,
        ...(isDraft && holdColumnsOf({ reason: 'draft' })),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const channelId = await insertPlayer(tx, studio, text);
    const { id: audioId } = await tx
      .insertInto('StudioAudio')
      .values({
        slug: randomName(9),
        userId,
        articleId,
        channelId,
        isDraft: isDraft ?? false,
        ...columnsOf(checked),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { projectId } = studio;
    await app.pubsub.publish(tx, articleEvent, { kind: 'added', articleId, projectId });
    if (!isDraft) await beginRun(app, tx, { articleId, why: 'created', userId });
    return audioId;
  });
  return readAudio(app, actor, { id });
}

const columnsOf = ({ language, voice, style, pauses }: CheckedText) => ({
  language,
  voice,
  style,
  pauses: json(customPauses, pauses),
});

/** Inserts a separate player that gives no access to other audios. */
async function insertPlayer(tx: Sql, { projectId, userId }: OwnStudio, text: string): Promise<number> {
  const { id } = await tx
    .insertInto('Channel')
    .values({
      projectId,
      type: 'player',
      slug: `studio-${randomName(12)}`,
      settings: playerSettings(text),
      modifiedBy: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const playerSettings = (text: string) =>
  json(storedSettings, { ...defaultsOf(player.settings.settings), cta: callToActionOf(text) });

/** What is changed of an audio: all of it, as the form sends it. */
export interface AudioUpdate extends StudioText {
  slug: string;
  /** Revision that the change is based on; absent: overwrites the current one. */
  revision?: number | null | undefined;
  isDraft?: boolean | null | undefined;
}

/**
 * Changes an audio and regenerates it: sentences that already exist cost nothing. Sending back the stored
 * values changes nothing.
 * @throws as `createAudio`, NotFoundError, ConflictError during generation and for an outdated revision
 */
export async function updateAudio(
  app: App,
  actor: Actor,
  { slug, revision, isDraft, ...input }: AudioUpdate,
  remoteAddress = '',
): Promise<StudioAudio> {
  const { id } = await readAudio(app, actor, { slug });
  const studio = await ownStudio(app, actor);
  const checked = validateText(app, input);
  if (!isDraft) await mayGenerate(app, studio, checked.text, remoteAddress);
  await app.db.transaction(async (tx) => {
    const before = await lockAudio(tx, id);
    if (before.isDraft !== (isDraft ?? false) || isOther(before, checked))
      await change(app, tx, before, checked, { revision, isDraft: isDraft ?? false, userId: studio.userId });
    // What failed is tried again, as it is.
    else if (before.status === 'errored')
      await beginRun(app, tx, { articleId: before.articleId, why: 'edited', userId: studio.userId });
  });
  return readAudio(app, actor, { id });
}

type Locked = Awaited<ReturnType<typeof lockAudio>>;

async function lockAudio(tx: Sql, id: number) {
  const row = await tx
    .selectFrom('StudioAudio as t')
    .innerJoin('Article as a', 'a.id', 't.articleId')
    .selectAll('t')
    .select(['a.text', 'a.status', 'a.revision', 'a.projectId'])
    .where('t.id', '=', id)
    .where('t.deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFoundError(studioMessages.STUDIO_AUDIO_NOT_FOUND());
  return row;
}

const isOther = (before: Locked, { text, language, voice, style, pauses }: CheckedText): boolean =>
  before.text !== text ||
  before.language !== language ||
  before.voice !== voice ||
  before.style !== style ||
  JSON.stringify(customPauses.parse(before.pauses)) !== JSON.stringify(pauses);

async function change(
  app: App,
  tx: Sql,
  before: Locked,
  checked: CheckedText,
  { revision, isDraft, userId }: { revision: number | null | undefined; isDraft: boolean; userId: number },
): Promise<void> {
  if (revision !== null && revision !== undefined && revision !== before.revision)
    throw new ConflictError(studioMessages.STUDIO_AUDIO_CHANGED());
  const isMaking =
    !before.isDraft &&
    (before.status === 'waiting' || before.status === 'processing' || before.status === 'retry');
  if (isMaking) throw new ConflictError(studioMessages.STUDIO_AUDIO_STILL_MAKING());
  const { articleId, projectId, channelId } = before;
  // What was voiced once does not become a draft again: it can be played.
  const stays = isDraft && before.isDraft;
  await tx
    .updateTable('StudioAudio')
    .set({ ...columnsOf(checked), isDraft: stays })
    .where('id', '=', before.id)
    .execute();
  await tx
    .updateTable('Article')
    // Changes of voice, style and pauses count too; the table itself notices only the text.
    .set((eb) => ({
      title: checked.title,
      text: checked.text,
      updatedAt: now(),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', articleId)
    .execute();
  await tx
    .updateTable('Channel')
    .set((eb) => ({
      settings: playerSettings(checked.text),
      revision: eb('revision', '+', 1),
      modifiedAt: now(),
    }))
    .where('id', '=', channelId)
    .execute();
  if (stays) await app.pubsub.publish(tx, articleEvent, { kind: 'changed', articleId, projectId });
  else await beginRun(app, tx, { articleId, why: before.isDraft ? 'created' : 'edited', userId });
}

/** Deletes an audio: what is being made stops, and its player and page are gone. @throws as `readAudio` */
export async function deleteAudio(
  app: App,
  actor: Actor,
  slug: string,
): Promise<{ id: number; slug: string }> {
  const { id, userId } = await readAudio(app, actor, { slug });
  await app.db.transaction(async (tx) => {
    const audio = await lockAudio(tx, id);
    await tx.updateTable('StudioAudio').set({ deletedAt: now() }).where('id', '=', id).execute();
    await tx.updateTable('Channel').set({ deletedAt: now() }).where('id', '=', audio.channelId).execute();
    await removeArticle(
      app,
      tx,
      { id: audio.articleId, projectId: audio.projectId },
      { action: 'deleted', userId },
    );
  });
  return { id, slug };
}

/**
 * Restores an audio that was deleted within the last days. A finished one plays from the same file again; an
 * unfinished one resumes, and the limits of new audios apply to it.
 * @throws NotSignedInError, NotAllowedError for a program, NotFoundError (also when it is too late),
 * LimitReachedError and ValidationError on `text` as `createAudio`, for an unfinished one
 * @param remoteAddress address of the caller, for limits; empty: unknown
 */
export async function restoreAudio(
  app: App,
  actor: Actor,
  slug: string,
  remoteAddress = '',
): Promise<StudioAudio> {
  const { userId } = requireUser(actor);
  const unknown = studioMessages.STUDIO_AUDIO_NOT_FOUND();
  const before = await app.db.prisma.studioAudio.findFirst({
    where: { slug: storable(slug), userId },
    select: { id: true, deletedAt: true, isDraft: true, article: { select: { status: true, text: true } } },
  });
  if (!before) throw new NotFoundError(unknown);
  if (before.deletedAt) requireRestorable(app, before.deletedAt, unknown);
  const isToBeMade = !before.isDraft && before.article.status !== 'ready';
  if (before.deletedAt && isToBeMade)
    await mayGenerate(app, await ownStudio(app, actor), before.article.text, remoteAddress);
  const { id } = before;
  await app.db.transaction(async (tx) => {
    const audio = await tx
      .selectFrom('StudioAudio')
      .select(['articleId', 'channelId', 'deletedAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!audio) throw new NotFoundError(unknown);
    if (audio.deletedAt === null) return;
    const article = await tx
      .selectFrom('Article')
      .selectAll()
      .where('id', '=', audio.articleId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    requireRestorable(app, audio.deletedAt, unknown);
    if (await isEmptied(tx, article)) throw new NotFoundError(unknown);
    await tx.updateTable('StudioAudio').set({ deletedAt: null }).where('id', '=', id).execute();
    await tx.updateTable('Channel').set({ deletedAt: null }).where('id', '=', audio.channelId).execute();
    await restoreRows(app, tx, article, [{ action: 'restored', userId }]);
  });
  return readAudio(app, actor, { id });
}

/**
 * Gives an audio a public page, or takes it away: its address is void from then on, and another one comes
 * with the next. @throws as `readAudio`
 */
export async function shareAudio(
  app: App,
  actor: Actor,
  { slug, shared }: { slug: string; shared: boolean },
): Promise<StudioAudio> {
  const { id, linkKey } = await readAudio(app, actor, { slug });
  if (shared !== (linkKey !== null))
    await app.db.sql
      .updateTable('StudioAudio')
      .set({ linkKey: shared ? randomName(15) : null })
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .execute();
  return readAudio(app, actor, { id });
}
