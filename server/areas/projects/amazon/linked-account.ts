import { amazonMessages } from './messages.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Project } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { readProject } from '../projects/projects.ts';
import { AmazonError } from './amazon-error.ts';
import { refreshTokens, type Tokens } from './login-with-amazon.ts';
import { policy, requireAccountHolder } from './policy.ts';

type Row = Selectable<Tables['AmazonAccount']>;

/** The account that all projects of an organization publish their skills with. */
export interface LinkedAmazonAccount {
  /** As Amazon tells it. */
  name: string;
  /** `revoked`: Amazon no longer accepts the link, so that the account must be linked again. */
  state: Row['state'];
  linkedAt: Date;
}

/** Seconds before its end from which an access token is no longer used. */
const marginMs = 60_000;
/**
 * An organization's linked account; a private project, which cannot have skills, has none. For callers who
 * have read the project.
 */
const accountOf = async (sql: Sql, organizationId: number | null): Promise<Row | undefined> =>
  organizationId === null
    ? undefined
    : sql
        .selectFrom('AmazonAccount')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .executeTakeFirst();

/**
 * The Amazon account that a project's skills are published with; null: none is linked.
 * @throws NotSignedInError, NotFoundError
 */
export async function linkedAmazonAccount(
  app: App,
  actor: Actor,
  projectId: number,
): Promise<LinkedAmazonAccount | null> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.readAccount);
  const account = await accountOf(app.db.sql, project.organizationId);
  if (!account) return null;
  const { name, linkedAt } = account;
  // Sealed under a key that is missing, it cannot be used either.
  const readable = app.dataSealing.open(account.refreshToken, purposeOf(account.organizationId)) !== null;
  return { name, linkedAt, state: readable ? account.state : 'revoked' };
}

/**
 * Forgets the linked account with its tokens. What Amazon remembers of the consent is withdrawn in the Amazon
 * account. Without an account it changes nothing.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function unlinkAmazonAccount(app: App, actor: Actor, projectId: number): Promise<Project> {
  await app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, projectId, policy.unlink);
    await requireAccountHolder(tx, actor, project);
    const account = await accountOf(tx, project.organizationId);
    if (account) await tx.deleteFrom('AmazonAccount').where('id', '=', account.id).execute();
  });
  return readProject(app, actor, projectId);
}

/** What an organization's tokens are sealed for: another's row cannot be given them. */
export const purposeOf = (organizationId: number): string =>
  `amazon tokens of organization ${organizationId}`;

/** Tokens as they are kept. */
export const sealedTokens = ({ dataSealing }: Pick<App, 'dataSealing'>, tokens: Tokens, purpose: string) => ({
  accessToken: dataSealing.seal(tokens.access, purpose),
  refreshToken: dataSealing.seal(tokens.refresh, purpose),
  accessEndsAt: tokens.accessEndsAt,
});

/**
 * A valid access token of an organization's linked account; refreshed where it ends, in which case the
 * account is kept with the new tokens. Two who refresh at once both get a valid one.
 * @param refused an access token that Amazon does not accept although it should be valid
 * @throws AmazonError `unlinked` when there is no account or Amazon no longer accepts the link, which is then
 * recorded
 */
export async function accessTokenOf(app: App, organizationId: number, refused?: string): Promise<string> {
  const account = await accountOf(app.db.sql, organizationId);
  if (!account) throw new AmazonError('unlinked', amazonMessages.AMAZON_NOT_CONNECTED());
  if (account.state === 'revoked') throw new AmazonError('unlinked', amazonMessages.AMAZON_LINK_REFUSED());
  const purpose = purposeOf(organizationId);
  const access = app.dataSealing.open(account.accessToken, purpose);
  if (
    access !== null &&
    access !== refused &&
    account.accessEndsAt.getTime() > databaseTime().getTime() + marginMs
  )
    return access;
  const refresh = app.dataSealing.open(account.refreshToken, purpose);
  const kept = () =>
    app.db.sql
      .updateTable('AmazonAccount')
      .where('id', '=', account.id)
      .where('refreshToken', '=', account.refreshToken);
  // The account is left as it is: once its key is there again, so is the link.
  if (refresh === null) throw new AmazonError('unlinked', amazonMessages.AMAZON_LINK_UNREADABLE());
  try {
    const tokens = await refreshTokens(app, refresh);
    await kept()
      .set({ ...sealedTokens(app, tokens, purpose), modifiedAt: now() })
      .execute();
    return tokens.access;
  } catch (error) {
    if (!(error instanceof AmazonError) || error.problem !== 'unlinked') throw error;
    // Another process may have refreshed it and replaced this token, or the account was linked again.
    const { numUpdatedRows } = await kept().set({ state: 'revoked', modifiedAt: now() }).executeTakeFirst();
    if (numUpdatedRows === 0n) return accessTokenOf(app, organizationId);
    throw error;
  }
}

/** Whether accounts can be linked on this server at all. */
export const linkingAvailable = ({ config }: Pick<App, 'config'>): boolean => config.amazon.client !== null;
