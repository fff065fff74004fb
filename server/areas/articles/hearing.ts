import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { joinedParts } from '../joined-audio/joined-audio.ts';
import { accessProjects } from '../project-access/access.ts';

/** Seconds by which a signature's time may differ from ours (document 1, section 7). */
const signatureSeconds = 300;
/** Projects that may share a voiced chunk; more than anybody has. */
const sharedMax = 100;
/** What belongs to no project: built-in sounds, and what editors listen to before they choose. */
const ownerless = /^(sound-[a-z-]+-\d{1,4}|(preview|channel|playlist)-[0-9a-f]{32})$/;

/** By what somebody without a right to read may hear what a project keeps for its subscribers. */
export interface Signature {
  /** Unix time, seconds. */
  timestamp: string;
  /** md5 of the timestamp and the project's key, hex. */
  signature: string;
}

/**
 * Who may have a sound: everybody, whoever asks now, nobody without a signature; null: there is none, or it
 * was deleted.
 */
export type Hearing = 'everybody' | 'this caller' | 'signed' | null;

/**
 * Whether a file of sound, or its transcript, may be had: an article's, a teaser, a chunk's, an uploaded
 * sound, one that was joined. What was deleted, with its article or its project, is gone for everybody. What
 * a project keeps for its subscribers is for those who may read the project, and for signed requests.
 * @param file base name
 * @param asks who it is, for when that matters. @throws what it throws
 */
export async function mayHear(
  app: App,
  file: string,
  { timestamp, signature }: Partial<Signature>,
  asks: () => Promise<Actor>,
): Promise<Hearing> {
  if (ownerless.test(file)) return 'everybody';
  const keepers = await keepersOf(app, file);
  if (keepers === 'everybody' || keepers === null) return keepers;
  if (
    timestamp !== undefined &&
    signature !== undefined &&
    keepers.some(({ securityKey }) => isSignedFor(securityKey, { timestamp, signature }))
  )
    return 'this caller';
  const actor = await asks();
  const readable =
    actor.kind === 'anonymous'
      ? []
      : await accessProjects(
          app.db.sql,
          actor,
          keepers.map(({ id }) => id),
        );
  return readable.length > 0 ? 'this caller' : 'signed';
}

interface Keeper {
  id: number;
  securityEnabled: boolean;
  securityKey: string | null;
}

/**
 * The projects that keep a file for their subscribers; everybody's where one of those that have it does not.
 */
async function keepersOf({ db: { prisma } }: App, file: string): Promise<Keeper[] | 'everybody' | null> {
  const project = { select: { id: true, securityEnabled: true, securityKey: true } };
  const alive = { deletedAt: null, project: { deletedAt: null } };
  const whole = await prisma.audio.findFirst({
    where: { version: file.replace(/-(highres|flash)$/, ''), article: alive },
    select: { article: { select: { project } } },
  });
  if (whole) return keepersAmong([whole.article.project]);
  if (await prisma.audio.findFirst({ where: { teaser: file, article: alive }, select: { version: true } }))
    return 'everybody';
  const chunks = await prisma.chunk.findMany({
    where: { segmentKey: file, article: alive },
    distinct: ['articleId'],
    take: sharedMax,
    select: { article: { select: { project } } },
  });
  if (chunks.length > 0) return keepersAmong(chunks.map(({ article }) => article.project));
  const joined = await prisma.joinedAudio.findFirst({
    where: { key: file, state: 'ready', project: { deletedAt: null } },
    select: { parts: true, project },
  });
  if (joined) return (await areAlive(prisma, joined.parts)) ? keepersAmong([joined.project]) : null;
  // An ad is its campaign's: it stays when the project that its sound was uploaded for is deleted.
  const played = { deletedAt: null, uses: { some: { adUnitId: { not: null } } } };
  return (await prisma.sound.findFirst({ where: { file, OR: [alive, played] }, select: { id: true } }))
    ? 'everybody'
    : null;
}

/** What was deleted is heard nowhere from then on: neither is what was joined with it. */
async function areAlive(prisma: App['db']['prisma'], parts: unknown): Promise<boolean> {
  const ids = [...new Set(joinedParts.parse(parts).flatMap(({ articleId }) => articleId ?? []))];
  return (await prisma.article.count({ where: { id: { in: ids }, deletedAt: null } })) === ids.length;
}

const keepersAmong = (projects: Keeper[]): Keeper[] | 'everybody' =>
  projects.every(({ securityEnabled }) => securityEnabled) ? projects : 'everybody';

/** Whether a request was signed with a project's key within the last minutes. */
export function isSignedFor(
  key: string | null,
  { timestamp = '', signature = '' }: Partial<Signature>,
): boolean {
  if (!key || !/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{32}$/i.test(signature)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > signatureSeconds) return false;
  return timingSafeEqual(
    createHash('md5')
      .update(timestamp + key)
      .digest(),
    Buffer.from(signature, 'hex'),
  );
}
