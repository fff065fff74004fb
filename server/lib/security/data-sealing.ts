import { createHash } from 'node:crypto';
import type { Sql } from '../database/db.ts';
import { sealingBy, type Sealing } from './sealing.ts';
import { fromNow } from '../database/sql.ts';

/** Seals long-lived data, in the database or in links of emails, under separate keys. */
export interface DataSealing extends Sealing {
  /** Id of the key that seals now; null: the secrets of sessions still do. */
  keyId(): string | null;
  /** Ids of all keys that this process has. */
  readonly keyIds: readonly string[];
}

/** A key, and from when on it seals (`performance.now()`, milliseconds). */
interface DataKey {
  secret: string;
  sealsFrom: number;
}

/**
 * Seconds until the first key of an installation seals: an upgrade is finished, and may be gone back from.
 */
const firstSealsAfter = 86_400;
/** Seconds until a later key seals: all processes have been restarted with it. */
const laterSealsAfter = 3_600;

/** What a sealed record begins with, in place of the id of a key, where it was sealed before keys had ids. */
export const withoutKeyId = '';

/** Id of the key that sealed a record; `withoutKeyId` for none. */
export const keyIdOf = (sealed: string): string => {
  const end = sealed.indexOf('.');
  return end < 0 ? withoutKeyId : sealed.slice(0, end);
};

const idOf = (secret: string): string =>
  createHash('sha256').update(`data key id of ${secret}`).digest('base64url').slice(0, 11);

/**
 * Seals under data keys. A sealed record is `<id of its key>.<what sealing.ts makes>`. What was sealed before
 * there were data keys has no id: it is opened with the secrets of sessions, or with one of those among the
 * data keys, to which a secret of sessions may be moved when it no longer signs.
 * @param keys the newest first; none: the secrets of sessions seal
 * @param sessionSecrets at least one, the first seals where no data key does yet
 */
export function dataSealingBy(keys: readonly DataKey[], sessionSecrets: readonly string[]): DataSealing {
  const known = keys.map(({ secret, sealsFrom }) => ({
    id: idOf(secret),
    sealsFrom,
    sealing: sealingBy([secret], 'sealed data'),
  }));
  const byId = new Map(known.map(({ id, sealing }) => [id, sealing]));
  const earlier = sealingBy([...sessionSecrets, ...keys.map(({ secret }) => secret)]);
  const current = () => known.find(({ sealsFrom }) => sealsFrom <= performance.now());
  return {
    keyId: () => current()?.id ?? null,
    keyIds: known.map(({ id }) => id),
    seal(text, purpose) {
      const key = current();
      return key ? `${key.id}.${key.sealing.seal(text, purpose)}` : earlier.seal(text, purpose);
    },
    open(sealed, purpose) {
      const id = keyIdOf(sealed);
      if (id === withoutKeyId) return earlier.open(sealed, purpose);
      return byId.get(id)?.open(sealed.slice(id.length + 1), purpose) ?? null;
    },
  };
}

/**
 * Records this process's keys and reads from when each is used for sealing. A key that is new to all
 * processes is used at once if no other process can be running or no account exists yet, otherwise once the
 * other processes have been restarted.
 * @param secrets the newest first
 * @param isAlone whether no other process uses the database
 */
export async function registerDataKeys(
  sql: Sql,
  secrets: readonly string[],
  isAlone: boolean,
): Promise<DataKey[]> {
  if (secrets.length === 0) return [];
  const has = async (table: 'DataKey' | 'User') =>
    (await sql.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined;
  const wait =
    isAlone || !(await has('User')) ? 0 : (await has('DataKey')) ? laterSealsAfter : firstSealsAfter;
  const ids = secrets.map(idOf);
  await sql
    .insertInto('DataKey')
    .values(ids.map((id) => ({ id, sealsFrom: fromNow(wait) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await sql
    .selectFrom('DataKey')
    .select((eb) => [
      'id',
      eb
        .cast<number>(
          eb.fn('date_part', [eb.val('epoch'), eb('sealsFrom', '-', eb.fn<Date>('now', []))]),
          'double precision',
        )
        .as('seconds'),
    ])
    .where('id', 'in', ids)
    .execute();
  const waits = new Map(rows.map(({ id, seconds }) => [id, Math.max(0, seconds)]));
  return secrets.map((secret) => ({
    secret,
    sealsFrom: performance.now() + 1_000 * waits.get(idOf(secret))!,
  }));
}
