import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { joinedParts } from '../../library/joined-audio/joined-audio.ts';
import { accessProjects } from '../../access/project-access/access.ts';
import { isUnderEmbargo } from '../../library/publishing/embargo-condition.ts';

/** Seconds by which a signature's time may differ from ours (document 1, section 7). */
const signatureSeconds = 300;
/** Maximum number of projects that share a segment; more than exist in practice. */
const sharedMax = 100;
/** What belongs to no project: built-in sounds, and what editors listen to before they choose. */
const ownerless = /^(sound-[a-z-]+-\d{1,4}|(preview|channel|playlist)-[0-9a-f]{32})$/;

/** Signature that lets a caller without a right to read play a project's subscriber audio. */
export interface Signature {
  /** Unix time, seconds. */
  timestamp: string;
  /** md5 of the timestamp and the project's key, hex. */
  signature: string;
}

/**
 * Who may access the audio: everyone, this caller, or only signed requests; null: it doesn't exist or was
 * deleted.
 */
export type AudioAccess = 'everybody' | 'this caller' | 'signed' | null;

/**
 * Returns whether an audio file or its transcript may be read: an article's, a teaser, a chunk's, an uploaded
 * sound, joined audio. Whatever was deleted, with its article or its project, is gone for everyone. A
 * project's subscriber audio requires a right to read the project or a signed request. Audio under embargo
 * requires the former; for others it doesn't exist.
 * @param file base name
 * @param asks returns the caller, called when needed
 * @throws the errors of `asks`
 */
export async function mayReadAudio(
  app: App,
  file: string,
  { timestamp, signature }: Partial<Signature>,
  asks: () => Promise<Actor>,
): Promise<AudioAccess> {
  if (ownerless.test(file)) return 'everybody';
  const found = await findSound(app, file);
  if (found === null) return null;
  const { keepers, isPublic, isEmbargoed } = found;
  if (isPublic && !isEmbargoed) return 'everybody';
  if (
    !isEmbargoed &&
    timestamp !== undefined &&
    signature !== undefined &&
    keepers.some(({ securityKey }) => hasValidSignature(securityKey, { timestamp, signature }))
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
  if (readable.length > 0) return 'this caller';
  return isEmbargoed ? null : 'signed';
}

interface Keeper {
  id: number;
  securityEnabled: boolean;
  securityKey: string | null;
}

/** Whose a file is. */
interface Found {
  /** The projects that have it. */
  keepers: Keeper[];
  /** Whether one of these does not keep it for its subscribers. */
  isPublic: boolean;
  /** Whether its article is under embargo, wherever the audio is used. */
  isEmbargoed: boolean;
}

/** An article that a file is of. */
interface Owner {
  publishAt: Date | null;
  project: Keeper;
}

async function findSound({ db: { prisma } }: App, file: string): Promise<Found | null> {
  const project = { select: { id: true, securityEnabled: true, securityKey: true } };
  const article = { select: { publishAt: true, project } };
  const alive = { deletedAt: null, project: { deletedAt: null } };
  const whole = await prisma.audio.findFirst({
    where: { version: file.replace(/-(highres|flash)$/, ''), article: alive },
    select: { article },
  });
  if (whole) return foundIn([whole.article]);
  const teasers = await prisma.audio.findMany({
    where: { teaser: file, article: alive },
    take: sharedMax,
    select: { article },
  });
  if (teasers.length > 0) return { ...foundIn(teasers.map((audio) => audio.article)), isPublic: true };
  const chunks = await prisma.chunk.findMany({
    where: { segmentKey: file, article: alive },
    distinct: ['articleId'],
    take: sharedMax,
    select: { article },
  });
  if (chunks.length > 0) return foundIn(chunks.map((chunk) => chunk.article));
  const joined = await prisma.joinedAudio.findFirst({
    where: { key: file, state: 'ready', project: { deletedAt: null } },
    select: { parts: true, project },
  });
  if (joined) return foundJoined(prisma, joined);
  // An ad is its campaign's: it stays when the project that its sound was uploaded for is deleted.
  const played = { deletedAt: null, uses: { some: { adUnitId: { not: null } } } };
  return (await prisma.sound.findFirst({ where: { file, OR: [alive, played] }, select: { id: true } }))
    ? { keepers: [], isPublic: true, isEmbargoed: false }
    : null;
}

/** What is open somewhere is there for whom that article is. */
function foundIn(owners: readonly Owner[]): Found {
  const opened = owners.filter((owner) => !isUnderEmbargo(owner));
  const isEmbargoed = opened.length === 0;
  const keepers = (isEmbargoed ? owners : opened).map(({ project }) => project);
  return { keepers, isPublic: keepers.some(({ securityEnabled }) => !securityEnabled), isEmbargoed };
}

/**
 * Finds joined audio. It is gone if one of its articles was deleted, and under embargo while one of them is.
 */
async function foundJoined(
  prisma: App['db']['prisma'],
  { parts, project }: { parts: unknown; project: Keeper },
): Promise<Found | null> {
  const ids = [...new Set(joinedParts.parse(parts).flatMap(({ articleId }) => articleId ?? []))];
  const rows = await prisma.article.findMany({
    where: { id: { in: ids }, deletedAt: null },
    select: { publishAt: true },
  });
  if (rows.length !== ids.length) return null;
  return { keepers: [project], isPublic: !project.securityEnabled, isEmbargoed: rows.some(isUnderEmbargo) };
}

/** Whether a request was signed with a project's key within the last minutes. */
export function hasValidSignature(
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
