import type { App } from '../../kernel/app.ts';
import type { Actor } from '../../kernel/actor.ts';
import { countOne, declareRate } from '../../kernel/rate-limit.ts';
import { imageFile } from '../../storage/files.ts';
import { requireUser } from '../identity/policy.ts';
import { recordSecurity, type Whence } from '../identity/security-log.ts';
import { imagePath } from '../sounds/images.ts';
import { profileMessages } from './messages.ts';

const archives = declareRate('Archives of one’s own data', 'a person', { burst: 3, everyMs: 3_600_000 });
/** Newest rows of what goes on for ever, and newest articles of the private projects, with their texts. */
const [rowsMax, articlesMax] = [10_000, 500];

/** A file to be saved. */
export interface Archive {
  fileName: string;
  /** The file, in base 64. */
  content: string;
}

/**
 * What is kept of whoever is signed in, as one ZIP archive: JSON files, and the profile picture. No secrets:
 * no hashes, and nothing of other people. Three at once, then one an hour.
 * @throws NotSignedInError, NotAllowedError for programs, LimitReachedError
 */
export async function exportOwnData(app: App, actor: Actor, whence: Whence): Promise<Archive> {
  const { userId } = requireUser(actor);
  await countOne(app, archives, String(userId), profileMessages.TOO_MANY_ARCHIVES());
  const files = {
    'profile.json': await profileOf(app, userId),
    'security.json': await securityOf(app, userId),
    'mails.json': await mailsOf(app, userId),
    'account.json': await accountOf(app, userId),
    'private-projects.json': await projectsOf(app, userId),
    'work.json': await workOf(app, userId),
  };
  const picture = await pictureOf(app, userId);
  await recordSecurity(app, app.db.sql, 'EXPORTED', { userId, whence, body: { what: 'own data' } });
  const { strToU8, zipSync } = await import('fflate');
  const zipped = zipSync({
    ...Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        strToU8(JSON.stringify(content, withoutBigInts, 2)),
      ]),
    ),
    ...(picture && { 'picture.jpg': picture }),
  });
  const day = new Date().toISOString().slice(0, 10);
  return { fileName: `parlance-${day}.zip`, content: Buffer.from(zipped).toString('base64') };
}

const withoutBigInts = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value;

const profileOf = ({ db }: App, id: number) =>
  db.prisma.user.findUniqueOrThrow({
    where: { id },
    select: {
      id: true,
      email: true,
      fullname: true,
      role: true,
      timezone: true,
      language: true,
      createdAt: true,
      members: {
        select: {
          role: true,
          status: true,
          invitedAt: true,
          createdAt: true,
          organization: { select: { slug: true, name: true } },
        },
      },
      projectRoles: { select: { role: true, project: { select: { id: true, name: true } } } },
      favorites: { select: { voice: true } },
    },
  });

async function securityOf({ db }: App, userId: number) {
  const [sessions, identities, passkeys, entries] = await Promise.all([
    db.prisma.session.findMany({
      where: { userId },
      select: { device: true, network: true, createdAt: true, lastSeenAt: true, expiresAt: true },
      orderBy: { createdAt: 'desc' },
    }),
    db.prisma.identity.findMany({
      where: { userId },
      select: { issuer: true, subject: true, email: true, createdAt: true },
    }),
    db.prisma.passkey.findMany({
      where: { userId },
      select: { name: true, backedUp: true, createdAt: true, lastUsedAt: true },
    }),
    db.prisma.securityEntry.findMany({
      where: { OR: [{ userId }, { subjectId: userId }] },
      select: { event: true, network: true, device: true, body: true, createdAt: true },
      orderBy: { id: 'desc' },
      take: rowsMax,
    }),
  ]);
  return { sessions, identities, passkeys, entries };
}

const mailsOf = ({ db }: App, userId: number) =>
  db.prisma.mail.findMany({
    where: { userId },
    select: { kind: true, recipient: true, subject: true, language: true, state: true, createdAt: true },
    orderBy: { id: 'desc' },
    take: rowsMax,
  });

const accountOf = ({ db }: App, userId: number) =>
  db.prisma.account.findUniqueOrThrow({
    where: { userId },
    select: {
      balance: true,
      verified: true,
      entries: {
        select: { kind: true, amount: true, projectId: true, articleId: true, why: true, createdAt: true },
        orderBy: { id: 'desc' },
        take: rowsMax,
      },
    },
  });

async function projectsOf({ db }: App, ownerId: number) {
  const where = { ownerId, organizationId: null, deletedAt: null };
  const [projects, articles] = await Promise.all([
    db.prisma.project.findMany({
      where,
      select: {
        id: true,
        name: true,
        createdAt: true,
        sources: { select: { type: true, url: true } },
        channels: { where: { deletedAt: null }, select: { type: true, slug: true } },
      },
    }),
    db.prisma.article.findMany({
      where: { project: where, deletedAt: null },
      select: { id: true, projectId: true, title: true, url: true, text: true, addedAt: true },
      orderBy: { id: 'desc' },
      take: articlesMax,
    }),
  ]);
  return { projects, articles };
}

async function workOf({ db }: App, userId: number) {
  const [reviews, entries] = await Promise.all([
    db.prisma.review.findMany({
      where: { userId },
      select: { articleId: true, rating: true, comment: true, pronunciation: true, finishedAt: true },
      orderBy: { id: 'desc' },
      take: rowsMax,
    }),
    db.prisma.dictionaryEntry.findMany({
      where: { OR: [{ createdById: userId }, { modifiedById: userId }] },
      select: { dictionaryId: true, source: true, createdAt: true, modifiedAt: true },
      orderBy: { id: 'desc' },
      take: rowsMax,
    }),
  ]);
  return { reviews, dictionaryEntries: entries };
}

async function pictureOf({ db, storage }: App, id: number): Promise<Uint8Array | null> {
  const { avatar } = await db.prisma.user.findUniqueOrThrow({ where: { id }, select: { avatar: true } });
  return avatar?.startsWith(imagePath(''))
    ? storage.get(imageFile(avatar.slice(imagePath('').length)))
    : null;
}
