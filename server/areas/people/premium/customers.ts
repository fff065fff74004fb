import type { Expression } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import { eachItem } from '../../../kernel/each-item.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { askStripe, stripeOf } from './stripe-client.ts';
import { requireInstallation } from './stripe-installation.ts';

/** Who buys: a person for the studio, or an organization. */
export type Buyer = { userId: number } | { organizationId: number };

type Metadata = Record<string, string> | null | undefined;

/** Returns the metadata that Stripe stores with every object: its buyer and its installation. */
export const metadataOf = (buyer: Buyer, installation: string): Record<string, string> => ({
  installation,
  ...('userId' in buyer
    ? { userId: String(buyer.userId) }
    : { organizationId: String(buyer.organizationId) }),
});

/** Returns the buyer that metadata names; null: it names none, or belongs to another installation. */
export const buyerIn = (metadata: Metadata, installation: string): Buyer | null =>
  metadata?.['installation'] === installation ? namedIn(metadata) : null;

/** Returns whom metadata names by number, of whichever installation. */
export function namedIn(metadata: Metadata): Buyer | null {
  const id = (name: string): number | null => {
    const text = metadata?.[name] ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  };
  const [userId, organizationId] = [id('userId'), id('organizationId')];
  if (userId !== null) return { userId };
  return organizationId === null ? null : { organizationId };
}

/** Returns whether an object at Stripe is marked as belonging to another installation. */
export const isForeign = (metadata: Metadata, installation: string): boolean =>
  (metadata?.['installation'] ?? installation) !== installation;

/** Returns the customer of a buyer at Stripe, created there once, however many ask at once. */
export async function customerOf(app: App, buyer: Buyer): Promise<string> {
  const known = await knownCustomer(app.db.sql, buyer);
  if (known) {
    await askStripe(app, () => sendContact(app, known));
    return known;
  }
  const installation = await requireInstallation(app);
  const metadata = metadataOf(buyer, installation);
  const contact = fieldsOf(await newContactOf(app.db.sql, buyer));
  const customer = await askStripe(app, (stripe) =>
    stripe.customers.create(
      { ...contact, metadata },
      { idempotencyKey: `customer ${JSON.stringify(metadata)}` },
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

/** Name and address that invoices are made out and sent to. */
interface Contact {
  name: string | null;
  email: string | null;
}

/**
 * Selects the contacts of persons, and of organizations: their billing contact, or the maintainer who has
 * been one for longest. Of a deleted person there is none.
 */
const contactsOf = (sql: Sql) =>
  sql
    .selectFrom('Premium as p')
    .leftJoin('User as person', (join) =>
      join.onRef('person.id', '=', 'p.userId').on('person.deletedAt', 'is', null),
    )
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .select(['p.id', 'p.customerId', 'p.userId', 'p.organizationId', 'p.sentContact'])
    .select(({ fn, ref }) => [
      fn.coalesce(ref('person.fullname'), ref('o.name')).as('name'),
      fn
        .coalesce(ref('person.email'), ref('o.billingEmail'), longestMaintainer(sql, ref('o.id')))
        .as('email'),
    ]);

const longestMaintainer = (sql: Sql, organizationId: Expression<number | null>) =>
  sql
    .selectFrom('Member as m')
    .innerJoin('User as u', 'u.id', 'm.userId')
    .select('u.email')
    .where('m.organizationId', '=', organizationId)
    .where('m.status', '=', 'active')
    .where('m.role', '=', 'maintainer')
    .where('u.stoppedAt', 'is', null)
    .orderBy('m.id')
    .limit(1);

/** Returns the contact of a buyer who is no customer yet. */
async function newContactOf(sql: Sql, buyer: Buyer): Promise<Contact> {
  const found =
    'userId' in buyer
      ? await sql
          .selectFrom('User')
          .select(['fullname as name', 'email'])
          .where('id', '=', buyer.userId)
          .executeTakeFirst()
      : await sql
          .selectFrom('Organization as o')
          .select('o.name')
          .select(({ fn, ref }) =>
            fn.coalesce(ref('o.billingEmail'), longestMaintainer(sql, ref('o.id'))).as('email'),
          )
          .where('o.id', '=', buyer.organizationId)
          .executeTakeFirst();
  return found ?? { name: null, email: null };
}

/** Returns what of a contact Stripe is sent: what there is of it. */
const fieldsOf = ({ name, email }: Contact): { name?: string; email?: string } => ({
  ...(name && { name }),
  ...(email && { email }),
});

type ContactRow = Awaited<ReturnType<ReturnType<typeof contactsOf>['execute']>>[number];

/** Sends Stripe a customer's contact, where it is not what was sent last. */
export async function sendContact(app: App, customerId: string): Promise<void> {
  const row = await contactsOf(app.db.sql).where('p.customerId', '=', customerId).executeTakeFirst();
  if (row) await sendContactOf(app, row);
}

/**
 * Sends Stripe the contacts that changed, by any entry point, each on its own. Customers that were created
 * before installations had an id get it by this.
 */
export const sendContacts = (app: App) =>
  eachItem(app, {
    job: 'payment-contacts',
    items: pagesOf((last) =>
      contactsOf(app.db.sql).where('p.id', '>', last).orderBy('p.id').limit(batch).execute(),
    ),
    key: ({ customerId }) => customerId,
    work: (row) => sendContactOf(app, row),
  });

async function sendContactOf(app: App, row: ContactRow): Promise<void> {
  const buyer = buyerOf(row);
  const contact = fieldsOf(row);
  // Of a deleted person nothing is left to send; the invoices stay made out as they are.
  if (!buyer || Object.keys(contact).length === 0) return;
  const metadata = metadataOf(buyer, await requireInstallation(app));
  const sent = JSON.stringify({ ...contact, metadata });
  if (sent === row.sentContact) return;
  const stripe = await stripeOf(app);
  await stripe.customers.update(row.customerId, { ...contact, metadata });
  await app.db.sql.updateTable('Premium').set({ sentContact: sent }).where('id', '=', row.id).execute();
}

/** Returns whose a customer is, by its row. */
export function buyerOf({
  userId,
  organizationId,
}: {
  userId: number | null;
  organizationId: number | null;
}): Buyer | null {
  if (userId !== null) return { userId };
  return organizationId === null ? null : { organizationId };
}

/** Customers that are read at once. */
const batch = 500;

/** Yields the customers that are known here. */
export const knownCustomers = ({ db }: Pick<App, 'db'>) =>
  pagesOf((last) =>
    db.sql
      .selectFrom('Premium')
      .select(['id', 'customerId', 'subscriptionId', 'status'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute(),
  );

/** Yields rows page by page. @param read the page after a row's id */
async function* pagesOf<Row extends { id: number }>(
  read: (last: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last = 0; ;) {
    const rows = await read(last);
    yield* rows;
    if (rows.length < batch) return;
    last = rows.at(-1)!.id;
  }
}
