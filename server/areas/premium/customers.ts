import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/db.ts';
import { askStripe } from './stripe.ts';

/** Who buys: a person for the studio, or an organization. */
export type Buyer = { userId: number } | { organizationId: number };

/** What Stripe keeps with a customer, by which it is known whose it is. */
export const metadataOf = (buyer: Buyer): Record<string, string> =>
  'userId' in buyer ? { userId: String(buyer.userId) } : { organizationId: String(buyer.organizationId) };

/** Whose a customer is, by what Stripe keeps with it; null: none of ours. */
export function buyerIn(metadata: Record<string, string> | null | undefined): Buyer | null {
  const id = (name: string): number | null => {
    const text = metadata?.[name] ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  };
  const [userId, organizationId] = [id('userId'), id('organizationId')];
  if (userId !== null) return { userId };
  return organizationId === null ? null : { organizationId };
}

/** The customer of a buyer at Stripe, made there where there is none yet; one, however many ask at once. */
export async function customerOf(
  app: App,
  buyer: Buyer,
  person: { email: string; name: string },
): Promise<string> {
  const known = await knownCustomer(app.db.sql, buyer);
  if (known) return known;
  const metadata = metadataOf(buyer);
  const customer = await askStripe(app, (stripe) =>
    stripe.customers.create(
      { ...person, metadata },
      { idempotencyKey: `customer ${JSON.stringify(metadata)} ${app.config.publicUrl}` },
    ),
  );
  await adoptCustomer(app.db.sql, buyer, customer.id);
  return (await knownCustomer(app.db.sql, buyer)) ?? customer.id;
}

async function knownCustomer(sql: Sql, buyer: Buyer): Promise<string | undefined> {
  const row = await sql
    .selectFrom('Premium')
    .select('customerId')
    .where(({ and }) => and(buyer))
    .executeTakeFirst();
  return row?.customerId;
}

/** Keeps whose a customer is; nothing where the buyer has one, or is no more. */
export async function adoptCustomer(sql: Sql, buyer: Buyer, customerId: string): Promise<void> {
  const table = 'userId' in buyer ? 'User' : 'Organization';
  const id = 'userId' in buyer ? buyer.userId : buyer.organizationId;
  const owner = await sql.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (!owner) return;
  await sql
    .insertInto('Premium')
    .values({ ...buyer, customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
