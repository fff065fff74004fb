import { z } from 'zod';
import { createSecret, hashPassword, hashSecret } from '../../lib/crypto.ts';
import { fromNow, now } from '../../lib/sql.ts';
import { mailLanguage, mailWordsIn } from '../../mail/mail-words.ts';
import { siteNetworkOf } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotAllowedError, ValidationError, type FieldError } from '../../kernel/errors.ts';
import { kernelMessages } from '../../kernel/messages.ts';
import { countNetwork, countOne, declareNetworkRate, declareRate } from '../../kernel/rate-limit.ts';
import { sendMail } from '../../kernel/send-mail.ts';
import { mailboxOf } from '../../text/mailbox-of.ts';
import { storableText } from '../../text/storable-text.ts';
import { enter, type Entered } from '../identity/identity.ts';
import { newPasswordErrors } from '../identity/passwords.ts';
import { recordSecurity, type Whence } from '../identity/security-log.ts';
import { openStudioWithin } from '../studio/open-studio.ts';
import { isDisposable } from './disposable.ts';
import { signUpMessages } from './messages.ts';

/** Hours for which a link is good. */
const linkHours = 24;
const nameMaxCharacters = 200;
const addressMaxCharacters = 254;

/** How often people sign up, and open the links that they were sent. */
export const signUpRates = {
  mailbox: declareRate('Sign-ups', 'a mailbox', { burst: 3, everyMs: 3_600_000 }),
  network: declareNetworkRate('Sign-ups', 'a network', { burst: 10, everyMs: 360_000 }),
  tries: declareNetworkRate('Links of sign-ups', 'a network that opens them', { burst: 20, everyMs: 30_000 }),
};

export interface SignUp extends Whence {
  email: string;
  password: string;
  name: string;
}

/**
 * Sends a link with which somebody confirms the address and has an account. The answer is the same whether or
 * not somebody has the address: then that person is told, and nothing else happens.
 * @throws NotAllowedError where nobody may sign up; ValidationError on `email`, `password`, `name`;
 * LimitReachedError
 */
export async function signUp(
  app: App,
  { email: given, password, name: called, ...whence }: SignUp,
): Promise<void> {
  requireOffered(app);
  const email = storableText(given).trim().toLowerCase();
  const name = storableText(called).trim();
  const errors: FieldError[] = [];
  if (email.length > addressMaxCharacters || !z.email().safeParse(email).success)
    errors.push({ field: 'email', ...signUpMessages.SIGN_UP_NO_ADDRESS() });
  else if (isDisposable(email, app.config.signUp.blockedDomains))
    errors.push({ field: 'email', ...signUpMessages.SIGN_UP_DISPOSABLE_ADDRESS() });
  if (!name) errors.push({ field: 'name', ...kernelMessages.FIELD_EMPTY() });
  else if (name.length > nameMaxCharacters)
    errors.push({ field: 'name', ...kernelMessages.TOO_LONG({ most: nameMaxCharacters }) });
  errors.push(...(await newPasswordErrors(password, { email }, 'password')));
  if (errors.length) throw new ValidationError(errors);
  await countNetwork(app, signUpRates.network, whence.remoteAddress, signUpMessages.SIGN_UP_TOO_MANY());
  await countOne(app, signUpRates.mailbox, mailboxOf(email), signUpMessages.SIGN_UP_TOO_MANY());
  const passwordHash = await hashPassword(password, { caller: siteNetworkOf(whence.remoteAddress) });
  const { secret, hash } = createSecret('su');
  const language = mailLanguage(whence.language);
  const w = mailWordsIn(language);
  await app.db.transaction(async (sql) => {
    const known = await sql.selectFrom('User').select('id').where('email', '=', email).executeTakeFirst();
    const link = known ? `${app.config.publicUrl}/` : `${app.config.publicUrl}/confirm-sign-up#${secret}`;
    if (!known) {
      const row = {
        secretHash: hash,
        passwordHash,
        fullname: name,
        language,
        expiresAt: fromNow(3_600 * linkHours),
      };
      await sql
        .insertInto('SignUp')
        .values({ ...row, email })
        .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
        .execute();
    }
    const words = known ? w.signUpKnown : w.signUp;
    await sendMail(app, sql, {
      key: `sign-up ${hash}`,
      kind: 'signUp',
      to: { email, userId: known?.id ?? null },
      language,
      content: {
        subject: words.subject,
        preview: words.text,
        heading: words.heading,
        why: words.why,
        blocks: [
          { kind: 'text', text: words.text },
          { kind: 'button', text: words.button, url: link },
          { kind: 'note', text: known ? w.signUpKnown.note : w.signUp.note({ hours: String(linkHours) }) },
        ],
      },
    });
  });
}

/**
 * Opens the account of whoever was sent the link, with a studio, and signs in.
 * @throws NotAllowedError where nobody may sign up; ValidationError on `secret` that is none, no longer or
 * already used; LimitReachedError
 */
export async function confirmSignUp(
  app: App,
  { secret, device, ...whence }: Whence & { secret: string; device: string | undefined },
): Promise<Entered> {
  requireOffered(app);
  await countNetwork(app, signUpRates.tries, whence.remoteAddress, signUpMessages.SIGN_UP_TOO_MANY());
  const used = () => new ValidationError([{ field: 'secret', ...signUpMessages.SIGN_UP_LINK_USED() }]);
  const userId = await app.db.transaction(async (tx) => {
    // Of two at once the second finds that the link is used.
    const row = await tx
      .deleteFrom('SignUp')
      .where('secretHash', '=', hashSecret(secret))
      .where('expiresAt', '>', now())
      .returning(['email', 'passwordHash', 'fullname', 'language'])
      .executeTakeFirst();
    if (!row) throw used();
    const opened = await tx
      .insertInto('User')
      .values(row)
      // Somebody may have been invited by this address meanwhile.
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!opened) throw used();
    await openStudioWithin(app, tx, opened.id, true);
    await recordSecurity(app, tx, 'SIGNED_UP', { userId: opened.id, whence });
    return opened.id;
  });
  const user = await app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return enter(app, user, { method: 'password', whence, isNew: device === undefined });
}

function requireOffered({ config }: App): void {
  if (!config.signUp.offered) throw new NotAllowedError(signUpMessages.SIGN_UP_NOT_OFFERED());
}
