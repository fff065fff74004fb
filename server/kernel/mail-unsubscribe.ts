import { z } from 'zod';
import type { Sql } from '../lib/database/db.ts';
import type { App } from './app.ts';

/** Where the link of a mail leads by which its reader asks for no more of the kind (RFC 8058). */
export const unsubscribePath = '/mail/unsubscribe';

/** Emails that a recipient no longer wants. */
export interface Unsubscription {
  /** Lower case. */
  recipient: string;
  kind: string;
}

const purpose = 'no more mails of a kind';
const refusalSchema = z.object({ recipient: z.string(), kind: z.string() });

/** Returns the token of the link: it cannot be forged, and does not reveal the address. */
export const sealUnsubscription = (
  { dataSealing }: Pick<App, 'dataSealing'>,
  refusal: Unsubscription,
): string => encodeURIComponent(dataSealing.seal(JSON.stringify(refusal), purpose));

/**
 * Unsubscribes an address from one kind of email, by the token of a link. Repeating it is harmless.
 * @returns whether the link is valid
 */
export async function unsubscribe(
  { dataSealing, db }: Pick<App, 'dataSealing' | 'db'>,
  sealed: string,
): Promise<boolean> {
  const text = sealed.length > 2_000 ? null : dataSealing.open(sealed, purpose);
  if (text === null) return false;
  await db.sql
    .insertInto('MailRefusal')
    .values(refusalSchema.parse(JSON.parse(text)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** Whether an address wants no more mails of a kind. */
export async function isUnsubscribed(sql: Sql, { recipient, kind }: Unsubscription): Promise<boolean> {
  const found = await sql
    .selectFrom('MailRefusal')
    .select('kind')
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return found !== undefined;
}
