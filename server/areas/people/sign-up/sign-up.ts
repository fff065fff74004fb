import { z } from 'zod';
import { createSecret, hashPassword, hashSecret, verifyPassword } from '../../../lib/security/crypto.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { mailLanguage } from '../../../mail/mail-words.ts';
import { siteNetworkOf } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { declareMail, mailTitles } from '../../../kernel/declare-mail.ts';
import { NotAllowedError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  declareNetworkRate,
  declareRate,
} from '../../../kernel/rate-limit.ts';
import { sendMail } from '../../../kernel/send-mail.ts';
import { mailboxOf } from '../../../text/mailbox-of.ts';
import { passwordCharacters } from '../../../product.ts';
import { storableText } from '../../../text/storable-text.ts';
import { completeSignIn, type OpenedSession } from '../../access/identity/identity.ts';
import { newPasswordErrors } from '../../access/identity/passwords.ts';
import { recordSecurity, type ClientInfo } from '../../access/identity/security-log.ts';
import { openStudioWithin } from '../studio/open-studio.ts';
import { isDisposable } from './disposable-email.ts';
import { signUpMessages } from './messages.ts';

/** Hours for which a link is good, and for which a browser keeps that it asked for it. */
export const linkHours = 24;
const nameMaxCharacters = 200;
const addressMaxCharacters = 254;
const browserSecret = /^sb_[\w-]{32}$/;

/** How often people sign up, and open the links that they were sent. */
export const signUpRates = {
  mailbox: declareRate('Sign-ups', 'a mailbox', { burst: 3, everyMs: 3_600_000 }),
  network: declareNetworkRate('Sign-ups', 'a network', { burst: 10, everyMs: 360_000 }),
  tries: declareNetworkRate('Links of sign-ups', 'a network that opens them', { burst: 20, everyMs: 30_000 }),
};

export const signUpMail = declareMail({
  kind: 'signUp',
  /** @property hours for which the link works; null: the address has an account, to which it leads */
  facts: z.object({ link: z.string(), hours: z.number().nullable() }),
  content: ({ link, hours }, { w: { signUp, signUpKnown } }) => {
    const w = hours === null ? signUpKnown : signUp;
    return {
      ...mailTitles(w),
      blocks: [
        { kind: 'text', text: w.text },
        { kind: 'button', text: w.button, url: link },
        { kind: 'note', text: hours === null ? signUpKnown.note : signUp.note({ hours }) },
      ],
    };
  },
});

export interface SignUp extends ClientInfo {
  email: string;
  password: string;
  name: string;
  /** What an earlier sign-up gave this browser to keep. */
  signingUp?: string | undefined;
}

/**
 * Sends a link with which a person confirms the address and opens an account. Each request is a separate row
 * and does not change what an earlier one would open. The response is the same if the address has an account:
 * its mailbox then gets an email about that, and nothing else happens.
 * @returns what the browser must store so that the link alone opens the account there
 * @throws NotAllowedError where sign-up is disabled; ValidationError on `email`, `password`, `name`;
 * LimitReachedError
 */
export async function signUp(
  app: App,
  { email: given, password, name: called, signingUp, ...whence }: SignUp,
): Promise<{ signingUp: string }> {
  requireOffered(app);
  const email = storableText(given).trim().toLowerCase();
  const name = storableText(called).trim();
  const errors: FieldError[] = nameErrors(name);
  if (email.length > addressMaxCharacters || !z.email().safeParse(email).success)
    errors.push({ field: 'email', ...signUpMessages.SIGN_UP_NO_ADDRESS() });
  else if (isDisposable(email, app.config.signUp.blockedDomains))
    errors.push({ field: 'email', ...signUpMessages.SIGN_UP_DISPOSABLE_ADDRESS() });
  errors.push(...(await newPasswordErrors(password, { email }, 'password')));
  if (errors.length) throw new ValidationError(errors);
  await countAgainstNetworkRate(
    app,
    signUpRates.network,
    whence.remoteAddress,
    signUpMessages.SIGN_UP_TOO_MANY(),
  );
  await countAgainstRate(app, signUpRates.mailbox, mailboxOf(email), signUpMessages.SIGN_UP_TOO_MANY());
  const passwordHash = await hashPassword(password, { caller: siteNetworkOf(whence.remoteAddress) });
  const { secret, hash } = createSecret('su');
  const browser = signingUp && browserSecret.test(signingUp) ? signingUp : createSecret('sb').secret;
  const language = mailLanguage(whence.language);
  await app.db.transaction(async (sql) => {
    const known = await sql.selectFrom('User').select('id').where('email', '=', email).executeTakeFirst();
    const link = known ? `${app.config.publicUrl}/` : `${app.config.publicUrl}/confirm-sign-up#${secret}`;
    if (!known)
      await sql
        .insertInto('SignUp')
        .values({
          secretHash: hash,
          email,
          passwordHash,
          fullname: name,
          language,
          browserHash: hashSecret(browser),
          expiresAt: fromNow(3_600 * linkHours),
        })
        .execute();
    await sendMail(app, sql, signUpMail, {
      key: `sign-up ${hash}`,
      to: { email, userId: known?.id ?? null },
      language,
      facts: { link, hours: known ? null : linkHours },
    });
  });
  return { signingUp: browser };
}

export interface ConfirmSignUp extends ClientInfo {
  secret: string;
  /** Needed in a browser that did not sign up: the one that was chosen, or with `name` another one. */
  password?: string | null | undefined;
  name?: string | null | undefined;
  /** What the sign-up gave this browser to keep. */
  signingUp: string | undefined;
  device: string | undefined;
}

/**
 * Opens the account of a link, with a studio, and signs in. A stranger may have requested the link, so the
 * password and the name chosen then apply only in the browser of the request, or with that password. Others
 * choose both themselves.
 * @throws NotAllowedError where sign-up is disabled; ValidationError on `secret` that is invalid, expired or
 * used, on `password` where it is missing, wrong or unacceptable, on `name`; LimitReachedError
 */
export async function confirmSignUp(
  app: App,
  { secret, password, name, signingUp, device, ...whence }: ConfirmSignUp,
): Promise<OpenedSession> {
  requireOffered(app);
  await countAgainstNetworkRate(
    app,
    signUpRates.tries,
    whence.remoteAddress,
    signUpMessages.SIGN_UP_TOO_MANY(),
  );
  const secretHash = hashSecret(secret);
  const used = () => new ValidationError([{ field: 'secret', ...signUpMessages.SIGN_UP_LINK_USED() }]);
  const asked = await app.db.sql
    .selectFrom('SignUp')
    .select(['email', 'passwordHash', 'fullname', 'browserHash'])
    .where('secretHash', '=', secretHash)
    .where('expiresAt', '>', now())
    .executeTakeFirst();
  if (!asked) throw used();
  const isCurrent = signingUp !== undefined && hashSecret(signingUp) === asked.browserHash;
  const account =
    isCurrent && password == null && name == null
      ? { passwordHash: asked.passwordHash, fullname: asked.fullname }
      : await choose(asked, { password, name, ...whence });
  const userId = await app.db.transaction(async (tx) => {
    // Of two at once the second finds that the link is used.
    const row = await tx
      .deleteFrom('SignUp')
      .where('secretHash', '=', secretHash)
      .where('expiresAt', '>', now())
      .returning(['email', 'language'])
      .executeTakeFirst();
    if (!row) throw used();
    await tx.deleteFrom('SignUp').where('email', '=', row.email).execute();
    const opened = await tx
      .insertInto('User')
      .values({ ...row, ...account })
      // An invitation may have taken the address in the meantime.
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!opened) throw used();
    await openStudioWithin(app, tx, opened.id, true);
    await recordSecurity(app, tx, 'SIGNED_UP', { userId: opened.id, whence });
    return opened.id;
  });
  const user = await app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return completeSignIn(app, user, { method: 'password', whence, isNew: device === undefined });
}

/**
 * What the account is opened with in a browser that did not ask for the link.
 * @throws ValidationError on `password`, `name`
 */
async function choose(
  asked: { email: string; passwordHash: string; fullname: string },
  { password, name: called, remoteAddress }: Pick<ConfirmSignUp, 'password' | 'name' | 'remoteAddress'>,
): Promise<{ passwordHash: string; fullname: string }> {
  const caller = siteNetworkOf(remoteAddress);
  const refused = (message: Message) => new ValidationError([{ field: 'password', ...message }]);
  if (!password) throw refused(signUpMessages.SIGN_UP_ELSEWHERE());
  if (called == null) {
    const { passwordHash, fullname } = asked;
    const isRight =
      password.length <= passwordCharacters.most &&
      (await verifyPassword(password, passwordHash, { caller }));
    if (!isRight) throw refused(signUpMessages.SIGN_UP_OTHER_PASSWORD());
    return { passwordHash, fullname };
  }
  const fullname = storableText(called).trim();
  const errors = [
    ...nameErrors(fullname),
    ...(await newPasswordErrors(password, { email: asked.email }, 'password')),
  ];
  if (errors.length > 0) throw new ValidationError(errors);
  return { passwordHash: await hashPassword(password, { caller }), fullname };
}

function nameErrors(name: string): FieldError[] {
  if (!name) return [{ field: 'name', ...kernelMessages.FIELD_EMPTY() }];
  return name.length > nameMaxCharacters
    ? [{ field: 'name', ...kernelMessages.TOO_LONG({ most: nameMaxCharacters }) }]
    : [];
}

function requireOffered({ config }: App): void {
  if (!config.signUp.offered) throw new NotAllowedError(signUpMessages.SIGN_UP_NOT_OFFERED());
}
