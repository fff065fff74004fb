import type { PartnerToken, Prisma } from '../../../prisma/generated/client/client.ts';
import { createSecret } from '../../lib/crypto.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { storableText } from '../../text/storable-text.ts';
import { isAdmin } from '../identity/policy.ts';
import { lockForMaintainer } from './policy.ts';
import { organizationMessages } from './messages.ts';
import { kernelMessages } from '../../kernel/messages.ts';

const nameMaxCharacters = 100;

/**
 * Which tokens of an organization that he may read the actor sees: its maintainers see all, newest first,
 * those that were revoked too.
 */
export function visibleTokens(actor: Actor): Prisma.PartnerTokenWhereInput {
  if (actor.kind !== 'user') return { id: 0 };
  return isAdmin(actor)
    ? {}
    : { organization: { members: { some: { userId: actor.userId, status: 'active', role: 'maintainer' } } } };
}

/** @param query what is asked of the row @throws NotFoundError */
export async function readPartnerToken(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.PartnerTokenDefaultArgs = {},
): Promise<PartnerToken> {
  const found = await app.db.prisma.partnerToken.findFirst({
    ...query,
    where: { AND: [{ id }, visibleTokens(actor)] },
  });
  if (!found) throw new NotFoundError(organizationMessages.TOKEN_NOT_FOUND());
  return found;
}

export interface NewPartnerToken {
  organizationId: number;
  name: string;
  readOnly: boolean;
  /** Null: until it is revoked. */
  expiresAt: Date | null;
}

/**
 * Makes a token for a partner's program, which acts for the organization.
 * @returns the row, and the secret that nobody can read again
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `name`, `expiresAt`
 */
export async function createPartnerToken(
  app: App,
  actor: Actor,
  { organizationId, name: given, readOnly, expiresAt }: NewPartnerToken,
): Promise<{ token: PartnerToken; secret: string }> {
  return app.db.transaction(async (tx) => {
    await lockForMaintainer(tx, actor, organizationId);
    const name = storableText(given).trim();
    if (!name) throw new ValidationError([{ field: 'name', ...kernelMessages.FIELD_EMPTY() }]);
    if (name.length > nameMaxCharacters)
      throw new ValidationError([{ field: 'name', ...kernelMessages.TOO_LONG({ most: nameMaxCharacters }) }]);
    if (expiresAt && expiresAt <= new Date())
      throw new ValidationError([{ field: 'expiresAt', ...organizationMessages.NOT_IN_THE_FUTURE() }]);
    const { secret, prefix, hash } = createSecret('pt');
    const token = await tx
      .insertInto('PartnerToken')
      .values({ organizationId, name, readOnly, expiresAt, prefix, secretHash: hash })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { secret, token };
  });
}

/**
 * Ends a token at once, for what its program has open too. Once more is no harm. @throws NotSignedInError,
 * NotFoundError, NotAllowedError
 */
export async function revokePartnerToken(app: App, actor: Actor, id: number): Promise<PartnerToken> {
  const found = await app.db.prisma.partnerToken.findUnique({ where: { id } });
  const unknown = new NotFoundError(organizationMessages.TOKEN_NOT_FOUND());
  await app.db
    .transaction((sql) => lockForMaintainer(sql, actor, found?.organizationId ?? 0))
    .catch((error: unknown) => {
      throw error instanceof NotFoundError ? unknown : error;
    });
  if (!found) throw unknown;
  await app.db.prisma.partnerToken.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  return app.db.prisma.partnerToken.findUniqueOrThrow({ where: { id } });
}
