import { randomBytes } from 'node:crypto';
import type { Prisma, StatisticsShare } from '../../../../prisma/generated/client/client.ts';
import { callerOf, system, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  declareNetworkRate,
  declareRate,
} from '../../../kernel/rate-limit.ts';
import { hashPassword, hashSecret, verifyPassword } from '../../../lib/security/crypto.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { GateFullError } from '../../../lib/threads/gate.ts';
import { requireCredentials } from '../../access/identity/policy.ts';
import { accessProject, accessProjects } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { parseReportDays } from './report-days.ts';
import { statisticsMessages as say } from './messages.ts';
import { isPeriod, type Period } from './named-periods.ts';
import { policy } from './policy.ts';
import { readStatistics, reportOf, type Statistics, type StatisticsRequest } from './read-statistics.ts';

/** Links of a project at most, those in mails aside. */
export const sharesMax = 100;
export const sharePasswordMin = 8;
export const sharePasswordMax = 200;
/** How long a password that was given counts, milliseconds. */
const unlockedMs = 12 * 3_600_000;

/** Wrong passwords for one link from everywhere, and from one network for all links. */
const wrongPasswords = {
  link: declareRate('Wrong passwords of shared reports', 'a link, from everywhere', {
    burst: 30,
    everyMs: 60_000,
  }),
  network: declareNetworkRate('Wrong passwords of shared reports', 'a network', {
    burst: 10,
    everyMs: 60_000,
  }),
};

export interface NewShare {
  projectId: number;
  report: string;
  /** A range that moves on; absent: the days. */
  period?: Period | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  /** Absent or empty: no password required. */
  password?: string | null | undefined;
  /** Whether pages of other sites may show it in a frame. */
  embeddable: boolean;
}

/**
 * The links of a project, the newest first. @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function listShares(app: App, actor: Actor, projectId: number): Promise<StatisticsShare[]> {
  await accessProject(app.db.sql, actor, projectId, policy.shareStatistics);
  return app.db.prisma.statisticsShare.findMany({
    where: { projectId },
    orderBy: { id: 'desc' },
    take: 2 * sharesMax,
  });
}

/** Returns those of the links whose project's statistics the actor may share. @throws NotSignedInError */
export async function readShares(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.StatisticsShareDefaultArgs = {},
): Promise<StatisticsShare[]> {
  requireCredentials(actor);
  const { prisma, sql } = app.db;
  const id = { in: [...ids] };
  const places = await prisma.statisticsShare.findMany({
    where: { id },
    select: { projectId: true },
    distinct: ['projectId'],
  });
  const projects = await accessProjects(
    sql,
    actor,
    places.map(({ projectId }) => projectId),
  );
  const open = projects.filter(({ rights }) => rights.has(policy.shareStatistics));
  if (open.length === 0) return [];
  return prisma.statisticsShare.findMany({
    ...query,
    where: { id, projectId: { in: open.map((one) => one.id) } },
  });
}

/**
 * Creates a link by which anyone who has it may read a report.
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `date_from`, `date_to`,
 * `report`, `password`; LimitReachedError
 */
export async function shareStatistics(app: App, actor: Actor, input: NewShare): Promise<StatisticsShare> {
  const project = await accessProject(app.db.sql, actor, input.projectId, policy.shareStatistics);
  const report = reportOf(project, input.report);
  // Who shares it may see other projects than the next who could revoke it.
  if (report.ofOrganization) throw new ValidationError([{ field: 'report', ...say.STATISTICS_NOT_SHARED() }]);
  const days = input.period ? null : parseReportDays(input, 'UTC');
  const passwordHash = await hashed(input.password, callerOf(actor, ''));
  const id = await app.db.transaction(async (tx) => {
    await accessProject(tx, actor, input.projectId, policy.shareStatistics, true);
    const { count } = await tx
      .selectFrom('StatisticsShare')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('projectId', '=', input.projectId)
      .where('ofMail', '=', false)
      .executeTakeFirstOrThrow();
    if (Number(count) >= sharesMax)
      throw new LimitReachedError(say.STATISTICS_SHARES_MAX({ most: sharesMax }));
    const share = await addShare(app, tx, {
      projectId: input.projectId,
      report: report.name,
      period: input.period ?? null,
      firstDay: days?.from ?? null,
      lastDay: days?.to ?? null,
      passwordHash,
      embeddable: input.embeddable,
      createdById: actor.kind === 'user' ? actor.userId : null,
    });
    await writeProjectLog(tx, actor, input.projectId, 'report shared', {
      name: report.name,
      password: passwordHash !== null,
      embeddable: input.embeddable,
    });
    return share.id;
  });
  return app.db.prisma.statisticsShare.findUniqueOrThrow({ where: { id } });
}

/**
 * Adds the row of a link. For callers who have checked that it may be shared.
 * @returns its id, and the token of the link
 */
export async function addShare(
  app: Pick<App, 'dataSealing'>,
  tx: Sql,
  share: {
    projectId: number;
    report: string;
    period: string | null;
    firstDay: string | null;
    lastDay: string | null;
    passwordHash?: string | null;
    embeddable?: boolean;
    ofMail?: boolean;
    createdById?: number | null;
  },
): Promise<{ id: number; token: string }> {
  const token = randomBytes(16).toString('base64url');
  const { id } = await tx
    .insertInto('StatisticsShare')
    .values({ ...share, ...storedToken(app, token) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** The token of a link as it is made: 128 random bits. */
const plainToken = /^[\w-]{22}$/;

/** What the token of a link is sealed for. @param tokenHash its hash */
export const purposeOfLink = (tokenHash: string): string => `link to statistics ${tokenHash}`;

/** A token as it is stored; as it is while the release before, which seals none, may be at work. */
function storedToken(
  { dataSealing }: Pick<App, 'dataSealing'>,
  token: string,
): { token: string; tokenHash: string } {
  const tokenHash = hashSecret(token);
  const isSealed = dataSealing.keyId() !== null;
  return { tokenHash, token: isSealed ? dataSealing.seal(token, purposeOfLink(tokenHash)) : token };
}

/** The token of a link's row; null: the key that sealed it is missing. */
export const linkToken = (
  { dataSealing }: Pick<App, 'dataSealing'>,
  { token, tokenHash }: Pick<StatisticsShare, 'token' | 'tokenHash'>,
): string | null =>
  plainToken.test(token) ? token : dataSealing.open(token, purposeOfLink(tokenHash ?? ''));

/** Rows whose tokens are sealed at once. */
const sealedAtOnce = 200;

/** Seals tokens that were stored as they are. @returns how many */
export async function sealPlainTokens(app: App, signal: AbortSignal): Promise<number> {
  for (let count = 0; ;) {
    signal.throwIfAborted();
    const rows = await app.db.sql
      .selectFrom('StatisticsShare')
      .select(['id', 'token'])
      .where((eb) => eb(eb.fn('length', ['token']), '=', 22))
      .orderBy('id')
      .limit(sealedAtOnce)
      .execute();
    for (const { id, token } of rows)
      await app.db.sql
        .updateTable('StatisticsShare')
        .set(storedToken(app, token))
        .where('id', '=', id)
        .where('token', '=', token)
        .execute();
    count += rows.length;
    if (rows.length < sealedAtOnce) return count;
  }
}

/** Ends a link at once. @throws NotSignedInError, NotFoundError, NotAllowedError */
export async function revokeShare(app: App, actor: Actor, id: number): Promise<{ projectId: number }> {
  return app.db.transaction(async (tx) => {
    const share = await tx
      .selectFrom('StatisticsShare')
      .select(['projectId', 'report'])
      .where('id', '=', id)
      .executeTakeFirst();
    await accessProject(tx, actor, share?.projectId ?? 0, policy.shareStatistics).catch((error: unknown) => {
      // Does not reveal which numbers exist.
      throw error instanceof NotFoundError ? new NotFoundError(say.STATISTICS_NO_SUCH_SHARE()) : error;
    });
    await tx.deleteFrom('StatisticsShare').where('id', '=', id).execute();
    await writeProjectLog(tx, actor, share!.projectId, 'shared report revoked', { name: share!.report });
    return { projectId: share!.projectId };
  });
}

/** What a link leads to. */
export interface SharedStatistics {
  share: StatisticsShare;
  project: string;
  /** Whether a password has to be given first. */
  locked: boolean;
}

/**
 * Returns the report behind a link, for anyone who has the link.
 * @param key result of `unlockShare`
 * @returns null where there is no such link
 */
export async function openShare(
  app: App,
  token: string,
  key: string | null | undefined,
): Promise<SharedStatistics | null> {
  const share = await shareOf(app, token);
  if (!share) return null;
  const { project, ...row } = share;
  return { share: row, project: project.name, locked: !isUnlocked(app, row, key) };
}

/** What a link shows. For those that are not locked. */
export function readShared(app: App, { share }: SharedStatistics): Promise<Statistics> {
  return readStatistics(app, system, requestOf(share));
}

/** The report of a link. */
export const requestOf = ({
  projectId,
  report,
  period,
  firstDay,
  lastDay,
}: StatisticsShare): StatisticsRequest => ({
  projectId,
  report,
  ...(isPeriod(period) ? { period } : { from: dayOfColumn(firstDay), to: dayOfColumn(lastDay) }),
});

export const dayOfColumn = (day: Date | null): string | null => day && day.toISOString().slice(0, 10);

/**
 * Opens a link with its password.
 * @param remoteAddress from which it is tried
 * @returns what opens it for some hours, or until the password is changed
 * @throws NotFoundError, LimitReachedError; ValidationError on `password`
 */
export async function unlockShare(
  app: App,
  token: string,
  password: string,
  remoteAddress: string,
): Promise<string> {
  const share = await shareOf(app, token);
  if (!share) throw new NotFoundError(say.STATISTICS_NO_SUCH_SHARE());
  const caller = callerOf({ kind: 'anonymous' }, remoteAddress);
  const tooMany = say.STATISTICS_TOO_MANY_TRIES();
  if (share.passwordHash !== null) {
    const takeBack = await countAgainstNetworkRate(app, wrongPasswords.network, remoteAddress, tooMany);
    const takeLinkBack = await countAgainstRate(app, wrongPasswords.link, String(share.id), tooMany);
    const typed = password.slice(0, sharePasswordMax + 1);
    if (!(await inTurn(() => verifyPassword(typed, share.passwordHash, { caller }))))
      throw new ValidationError([{ field: 'password', ...say.STATISTICS_WRONG_PASSWORD() }]);
    // Many who have the password may open a link at once.
    await Promise.all([takeBack(), takeLinkBack()]);
  }
  return app.sealing.seal(String(Date.now() + unlockedMs), purposeOf(share));
}

/** Whether pages of other sites may show what a link leads to. */
export async function isEmbeddable(app: App, token: string): Promise<boolean> {
  return (await shareOf(app, token))?.embeddable ?? false;
}

function isUnlocked(app: App, share: StatisticsShare, key: string | null | undefined): boolean {
  if (share.passwordHash === null) return true;
  const until = key ? app.sealing.open(key, purposeOf(share)) : null;
  return until !== null && Number(until) > Date.now();
}

/** Another password opens nothing that this one has opened. */
const purposeOf = ({ id, passwordHash }: Pick<StatisticsShare, 'id' | 'passwordHash'>): string =>
  `shared statistics ${id} ${passwordHash}`;

async function shareOf({ db }: App, token: string) {
  if (!plainToken.test(token)) return null;
  return db.prisma.statisticsShare.findFirst({
    // The release before writes no hashes.
    where: {
      OR: [{ tokenHash: hashSecret(token) }, { tokenHash: null, token }],
      project: { deletedAt: null },
    },
    include: { project: { select: { name: true } } },
  });
}

async function hashed(password: string | null | undefined, caller: string): Promise<string | null> {
  if (!password) return null;
  const refuse = (message: ReturnType<typeof say.STATISTICS_WRONG_PASSWORD>): never => {
    throw new ValidationError([{ field: 'password', ...message }]);
  };
  if (password.length < sharePasswordMin)
    refuse(say.STATISTICS_PASSWORD_TOO_SHORT({ least: sharePasswordMin }));
  if (password.length > sharePasswordMax)
    refuse(say.STATISTICS_PASSWORD_TOO_LONG({ most: sharePasswordMax }));
  return inTurn(() => hashPassword(password, { caller }));
}

/** @throws LimitReachedError where too many wait */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GateFullError)
      throw new LimitReachedError(say.STATISTICS_TOO_MANY_TRIES(), { retryAfter: 5 });
    throw error;
  }
}
