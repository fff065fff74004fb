import { amazonMessages } from './messages.ts';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotAllowedError } from '../../../kernel/errors.ts';
import { requireFeature } from '../../../kernel/features.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { isSecret } from '../../../lib/security/crypto.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { AmazonError } from './amazon-error.ts';
import { purposeOf, sealedTokens } from './linked-account.ts';
import { consentUrl, readProfile, tokensFor } from './login-with-amazon.ts';
import { policy, requireAccountHolder } from './policy.ts';
import { listVendors, realTimeWait } from './smapi.ts';

/** Time limit at Amazon, milliseconds. */
export const linkingMs = 600_000;

/** State of a linking while the user is at Amazon; sealed, in a cookie of the browser that began it. */
const linking = z.object({
  projectId: z.int().positive(),
  state: z.string(),
  verifier: z.string(),
  /** Path of the dashboard. */
  returnTo: z.string(),
  endsAt: z.number(),
});

/** A sealed linking is of no use in another session, let alone another person's. */
const purposeFor = (actor: Actor): string => `amazon linking in session ${requireSession(actor)}`;

function requireSession(actor: Actor): string {
  requireUser(actor);
  if (actor.kind !== 'user') throw new NotAllowedError();
  return actor.sessionId;
}

async function accessForLinking(
  app: App,
  actor: Actor,
  projectId: number,
): Promise<{ organizationId: number }> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.link);
  requireFeature(project, 'alexa-skill');
  return { organizationId: await requireAccountHolder(app.db.sql, actor, project) };
}

/**
 * Begins to link an account: returns where to send the browser, and what it must store until it returns.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, AmazonError `setup`
 */
export async function beginLinking(
  app: App,
  actor: Actor,
  { projectId, returnTo }: { projectId: number; returnTo: string | undefined },
): Promise<{ consentUrl: string; kept: string }> {
  const purpose = purposeFor(actor);
  await accessForLinking(app, actor, projectId);
  const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(48).toString('base64url')];
  const home = `/projects/${projectId}`;
  const known = {
    projectId,
    state,
    verifier,
    returnTo: ownPath(returnTo) ?? home,
    endsAt: Date.now() + linkingMs,
  };
  return {
    consentUrl: consentUrl(app, { state, verifier }),
    kept: app.sealing.seal(JSON.stringify(known), purpose),
  };
}

/** A path of the dashboard, and no way to another site. */
function ownPath(path: string | undefined): string | undefined {
  return path !== undefined && path.length <= 500 && /^\/projects\/[\w\-/?=&%.]*$/.test(path)
    ? path
    : undefined;
}

/** Query parameters of Amazon's redirect. */
export interface AmazonReturn {
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
}

/**
 * Where the browser that comes back from Amazon began; null: this one began nothing in this session, or too
 * long ago.
 */
export function readPendingLink(
  app: App,
  actor: Actor,
  kept: string | undefined,
): z.output<typeof linking> | null {
  const opened = kept === undefined ? null : app.sealing.open(kept, purposeFor(actor));
  const known = opened === null ? null : linking.parse(JSON.parse(opened));
  return known && known.endsAt > Date.now() ? known : null;
}

/**
 * Links the account of a user who returns from Amazon, and replaces any account linked before.
 * @returns path of the dashboard
 * @throws NotSignedInError, NotFoundError, NotAllowedError, AmazonError
 */
export async function completeLinking(
  app: App,
  actor: Actor,
  kept: string | undefined,
  returned: AmazonReturn,
): Promise<string> {
  const known = readPendingLink(app, actor, kept);
  if (!known || !isSecret(returned.state, known.state))
    throw new AmazonError('refused', amazonMessages.AMAZON_ANSWER_NOT_OURS());
  const { organizationId } = await accessForLinking(app, actor, known.projectId);
  if (returned.error === 'access_denied')
    throw new AmazonError('refused', amazonMessages.AMAZON_ACCESS_DENIED());
  if (returned.error !== undefined || !returned.code)
    throw new AmazonError('refused', amazonMessages.AMAZON_DID_NOT_CONNECT(), {
      said: (returned.error_description ?? returned.error)?.slice(0, 300) ?? null,
    });
  const tokens = await tokensFor(app, returned.code, known.verifier);
  const profile = await readProfile(app, tokens.access);
  const [vendor] = await listVendors({ app, accessToken: async () => tokens.access, wait: realTimeWait });
  if (!vendor)
    throw new AmazonError('refused', amazonMessages.AMAZON_NO_DEVELOPER({ account: profile.name }));
  const account = {
    amazonUserId: profile.id,
    name: profile.name,
    vendorId: vendor.id,
    state: 'linked' as const,
    ...sealedTokens(app, tokens, purposeOf(organizationId)),
    linkedBy: requireUser(actor).userId,
    linkedAt: databaseTime(),
    modifiedAt: databaseTime(),
  };
  await app.db.sql
    .insertInto('AmazonAccount')
    .values({ organizationId, ...account })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(account))
    .execute();
  return known.returnTo;
}
