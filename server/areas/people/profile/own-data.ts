import type { App } from '../../../kernel/app.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { imageFile } from '../../../storage/files.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { recordSecurity, type ClientInfo } from '../../access/identity/security-log.ts';
import { imagePath } from '../../library/sounds/cover-images.ts';
import { profileMessages } from './messages.ts';

const archives = declareRate('Archives of one’s own data', 'a person', { burst: 3, everyMs: 3_600_000 });
/** Newest rows of what grows without end, and newest articles of the private projects, with their texts. */
const [rowsMax, articlesMax] = [10_000, 500];
/** Audios of the studio that are read at a time, with their texts. */
const audiosPerPage = 200;

/** A file to be saved. */
export interface Archive {
  fileName: string;
  /** The file, in base 64. */
  content: string;
}

/**
 * Returns all stored data of the signed-in user as one ZIP archive: JSON files, and the profile picture. It
 * contains no secrets, no hashes, and no data of other people. Limited to three at once, then one an hour.
 * @throws NotSignedInError, NotAllowedError for programs, LimitReachedError
 */
export async function exportOwnData(app: App, actor: Actor, whence: ClientInfo): Promise<Archive> {
  const { userId } = requireUser(actor);
  await countAgainstRate(app, archives, String(userId), profileMessages.TOO_MANY_ARCHIVES());
  const picture = await pictureOf(app, userId);
  const archive = await archiveOf({
    'profile.json': [json(await profileOf(app, userId))],
    'security.json': [json(await securityOf(app, userId))],
    'mails.json': [json(await mailsOf(app, userId))],
    'account.json': [json(await accountsOf(app, userId))],
    'premium.json': [json(await premiumOf(app, userId))],
    'studio.json': studioOf(app, userId),
    'private-projects.json': [json(await projectsOf(app, userId))],
    'work.json': [json(await workOf(app, userId))],
    ...(picture && { 'picture.jpg': [picture] }),
  });
  await recordSecurity(app, app.db.sql, 'EXPORTED', { userId, whence, body: { what: 'own data' } });
  const day = new Date().toISOString().slice(0, 10);
  return { fileName: `parlance-${day}.zip`, content: archive.toString('base64') };
}

/** A file of the archive in pieces, so that none has to be in memory as a whole. */
type Pieces = AsyncIterable<string> | Iterable<string | Uint8Array>;

async function archiveOf(files: Readonly<Record<string, Pieces>>): Promise<Buffer> {
  const { strToU8, Zip, ZipDeflate } = await import('fflate');
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [name, pieces] of Object.entries(files)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    for await (const piece of pieces) file.push(typeof piece === 'string' ? strToU8(piece) : piece);
    file.push(new Uint8Array(), true);
  }
  zip.end();
  return Buffer.concat(parts);
}

const json = (content: unknown): string => JSON.stringify(content, withoutBigInts, 2);

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

async function securityOf({ db: { prisma } }: App, userId: number) {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const [sessions, identities, pending, passkeys, emailChange, signUps, entries, administration] =
    await Promise.all([
      prisma.session.findMany({
        where: { userId },
        select: { device: true, network: true, createdAt: true, lastSeenAt: true, expiresAt: true },
        orderBy: { createdAt: 'desc' },
      }),
      prisma.identity.findMany({
        where: { userId },
        select: { issuer: true, subject: true, email: true, createdAt: true },
      }),
      prisma.pendingIdentity.findMany({
        where: { userId },
        select: { issuer: true, subject: true, email: true, createdAt: true, expiresAt: true },
      }),
      prisma.passkey.findMany({
        where: { userId },
        select: { name: true, backedUp: true, createdAt: true, lastUsedAt: true },
      }),
      prisma.emailChange.findUnique({ where: { userId }, select: { email: true, expiresAt: true } }),
      prisma.signUp.findMany({
        where: { email: email.toLowerCase() },
        select: { email: true, fullname: true, language: true, createdAt: true, expiresAt: true },
      }),
      prisma.securityEntry.findMany({
        where: { OR: [{ userId }, { subjectId: userId }] },
        select: { event: true, network: true, device: true, body: true, createdAt: true },
        orderBy: { id: 'desc' },
        take: rowsMax,
      }),
      prisma.administrationEntry.findMany({
        where: { subjectId: userId },
        select: { action: true, why: true, body: true, createdAt: true },
        orderBy: { id: 'desc' },
        take: rowsMax,
      }),
    ]);
  return { sessions, identities, pending, passkeys, emailChange, signUps, entries, administration };
}

async function mailsOf({ db: { prisma } }: App, userId: number) {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const [mails, refused] = await Promise.all([
    prisma.mail.findMany({
      where: { userId },
      select: { kind: true, recipient: true, subject: true, language: true, state: true, createdAt: true },
      orderBy: { id: 'desc' },
      take: rowsMax,
    }),
    prisma.mailRefusal.findMany({ where: { recipient: email }, select: { kind: true, createdAt: true } }),
  ]);
  return { mails, refused };
}

/** The accounts of private projects (characters) and of the studio (milliseconds), each with its ledger. */
const accountsOf = ({ db }: App, userId: number) =>
  db.prisma.account.findMany({
    where: { OR: [{ userId }, { studioUserId: userId }] },
    select: {
      unit: true,
      balance: true,
      verified: true,
      entries: {
        select: {
          kind: true,
          amount: true,
          saved: true,
          projectId: true,
          articleId: true,
          why: true,
          createdAt: true,
        },
        orderBy: { id: 'desc' },
        take: rowsMax,
      },
    },
    orderBy: { id: 'asc' },
  });

const premiumOf = ({ db }: App, userId: number) =>
  db.prisma.premium.findUnique({
    where: { userId },
    select: {
      customerId: true,
      subscriptionId: true,
      plan: true,
      status: true,
      periodStartsAt: true,
      periodEndsAt: true,
      cancelAtPeriodEnd: true,
      overdueSince: true,
      createdAt: true,
    },
  });

/**
 * Yields one JSON text in pieces: the studio with its audios, deleted ones too until they are cleaned up.
 * They are read in pages, because the texts of all of them may be more than fits into memory.
 */
async function* studioOf({ db: { prisma } }: App, userId: number): AsyncGenerator<string> {
  const studio = await prisma.studio.findUnique({
    where: { userId },
    select: {
      signedUp: true,
      registeredAt: true,
      period: true,
      allowance: true,
      periodEndsAt: true,
      createdAt: true,
    },
  });
  yield `{"studio": ${json(studio)}, "audios": [`;
  let last: number | null = null;
  for (let count = 0; count < rowsMax;) {
    const audios: { id: number }[] = await prisma.studioAudio.findMany({
      where: { userId, ...(last !== null && { id: { lt: last } }) },
      select: {
        id: true,
        slug: true,
        language: true,
        voice: true,
        style: true,
        pauses: true,
        isDraft: true,
        createdAt: true,
        deletedAt: true,
        article: { select: { id: true, title: true, text: true, status: true, updatedAt: true } },
        channel: { select: { slug: true, settings: true } },
      },
      orderBy: { id: 'desc' },
      take: audiosPerPage,
    });
    for (const [at, audio] of audios.entries()) yield (count + at > 0 ? ',\n' : '') + json(audio);
    count += audios.length;
    last = audios.at(-1)?.id ?? null;
    if (audios.length < audiosPerPage) break;
  }
  yield ']}';
}

/** Projects of the person's own, deleted ones too until they are cleaned up, with what is in them. */
async function projectsOf({ db: { prisma } }: App, ownerId: number) {
  const where = { ownerId, organizationId: null, studioUserId: null };
  const [projects, articleCount, articles] = await Promise.all([
    prisma.project.findMany({
      where,
      select: {
        id: true,
        name: true,
        mainUrl: true,
        paywallCTA: true,
        paywallAudioSuffix: true,
        normalizationPrompt: true,
        emailReportsAddress: true,
        createdAt: true,
        deletedAt: true,
        sources: { select: { type: true, url: true } },
        channels: { select: { type: true, slug: true, settings: true, deletedAt: true } },
        extractorRules: { select: { rule: true, selector: true } },
        urlReplacements: { select: { source: true, destination: true } },
        processingRules: { select: { name: true, predicates: true, actions: true } },
        deletedRules: { select: { name: true, predicates: true, actions: true, deletedAt: true } },
        sounds: { select: { name: true, createdAt: true, deletedAt: true } },
        playlists: {
          select: {
            name: true,
            queryText: true,
            introText: true,
            outroText: true,
            nextArticleText: true,
            deletedAt: true,
            items: { select: { articleId: true, customTitle: true, customText: true } },
          },
        },
        dictionaries: {
          select: {
            name: true,
            deletedAt: true,
            entries: { select: { source: true, replacement: true, phonemes: true, deletedAt: true } },
          },
        },
      },
    }),
    prisma.article.count({ where: { project: where } }),
    prisma.article.findMany({
      where: { project: where },
      select: {
        id: true,
        projectId: true,
        title: true,
        author: true,
        labels: true,
        url: true,
        imageUrl: true,
        text: true,
        addedAt: true,
        deletedAt: true,
      },
      orderBy: { id: 'desc' },
      take: articlesMax,
    }),
  ]);
  return { projects, articleCount, articles };
}

async function workOf({ db: { prisma } }: App, userId: number) {
  const newest = { orderBy: { id: 'desc' }, take: rowsMax } as const;
  const [reviews, dictionaryEntries, rightWords, sounds, statistics] = await Promise.all([
    prisma.review.findMany({
      where: { userId },
      select: { articleId: true, rating: true, comment: true, pronunciation: true, finishedAt: true },
      ...newest,
    }),
    prisma.dictionaryEntry.findMany({
      where: { OR: [{ createdById: userId }, { modifiedById: userId }] },
      select: { dictionaryId: true, source: true, createdAt: true, modifiedAt: true },
      ...newest,
    }),
    prisma.rightWord.findMany({
      where: { userId },
      select: { projectId: true, word: true, createdAt: true },
      take: rowsMax,
    }),
    prisma.sound.findMany({
      where: { userId },
      select: { projectId: true, name: true, createdAt: true, deletedAt: true },
      ...newest,
    }),
    prisma.statisticsShare.findMany({
      where: { createdById: userId },
      select: { projectId: true, report: true, period: true, createdAt: true },
      ...newest,
    }),
  ]);
  return { reviews, dictionaryEntries, rightWords, sounds, statistics };
}

async function pictureOf({ db, storage }: App, id: number): Promise<Uint8Array | null> {
  const { avatar } = await db.prisma.user.findUniqueOrThrow({ where: { id }, select: { avatar: true } });
  return avatar?.startsWith(imagePath(''))
    ? storage.get(imageFile(avatar.slice(imagePath('').length)))
    : null;
}
