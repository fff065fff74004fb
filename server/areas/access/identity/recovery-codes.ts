import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import type { App } from '../../../kernel/app.ts';
import { hashSecret } from '../../../lib/security/crypto.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { recordSecurity, type ClientInfo } from './security-log.ts';
import { sendSignInChangeMail } from './security-mails.ts';

const recoveryCodes = 10;

/**
 * Replaces the recovery codes, within the transaction.
 * @returns the new codes, each for one sign-in; they can't be read again
 */
export async function renewRecoveryCodes(sql: Sql, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  await sql.deleteFrom('RecoveryCode').where('userId', '=', userId).execute();
  await sql
    .insertInto('RecoveryCode')
    .values(codes.map((one) => ({ userId, codeHash: hashOfCode(userId, one) })))
    .execute();
  return codes;
}

/**
 * Deletes the recovery codes of a user who has neither a second factor nor passkeys left, within the
 * transaction.
 */
export async function dropNeedlessCodes(sql: Sql, userId: number): Promise<void> {
  await sql
    .deleteFrom('RecoveryCode')
    .where('userId', '=', userId)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(eb.selectFrom('Passkey').select('id').where('userId', '=', userId)),
          eb.exists(
            eb.selectFrom('User').select('id').where('id', '=', userId).where('totpSecret', 'is not', null),
          ),
        ]),
      ),
    )
    .execute();
}

/** Uses a code up, and tells its person. @returns whether it was one */
export async function useRecoveryCode(
  app: App,
  userId: number,
  code: string,
  whence: ClientInfo,
): Promise<boolean> {
  return app.db.transaction(async (sql) => {
    const used = await sql
      .deleteFrom('RecoveryCode')
      .where('userId', '=', userId)
      .where('codeHash', '=', hashOfCode(userId, code))
      .returning('userId')
      .executeTakeFirst();
    if (!used) return false;
    await recordSecurity(app, sql, 'RECOVERY_CODE_USED', { userId, whence });
    await sendSignInChangeMail(app, sql, userId, 'recoveryCodeUsed', whence);
    return true;
  });
}

/** 120 random bits, in groups that can be read out: `k3f9-…`. */
function newRecoveryCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(15)).buffer }).base32.toLowerCase();
  return text.match(/.{4}/g)!.join('-');
}

const hashOfCode = (userId: number, code: string): string =>
  hashSecret(`${userId} ${code.toLowerCase().replace(/[^a-z2-7]/g, '')}`);
