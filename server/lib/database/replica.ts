import type { Kysely } from 'kysely';
import type { Tables } from '../../../prisma/generated/tables.ts';
import { isDatabaseAbsent, isDatabaseTimeout } from './database-errors.ts';

type Sql = Kysely<Tables>;

/** How far a replica may be behind, milliseconds: what is added every minute comes within two. */
const lagMax = 180_000;
/** For so long what was found of it is believed, milliseconds. */
const believed = { ready: 10_000, away: 30_000 } as const;

export interface Replica {
  /** Reads from the replica while it is there and not behind, else from the database itself. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Looks at the replica, unless that was done seconds ago. */
  state(): Promise<ReplicaState>;
}

export interface ReplicaState {
  /** Whether reports are read from it. */
  isUsed: boolean;
  /** How far it is behind, milliseconds; null: it cannot be read. */
  lagMs: number | null;
}

/**
 * Sends queries that tolerate data some minutes old to a replica. The replica's lag follows from the time of
 * the last summing (`ListeningProgress.at`), which workers write every minute: it reaches the replica however
 * that is fed, and stops when replication stops.
 * @param tell called with the reason when the replica is no longer used, and with null when it is used again
 */
export function readingFrom(
  replica: Sql,
  primary: Sql,
  tell: (why: string | null) => void,
  now: () => number = () => performance.now(),
): Replica {
  let state: { isReady: boolean; until: number } | undefined;
  let looking: Promise<boolean> | undefined;
  let said: string | null = null;
  let lagMs: number | null = null;

  function found(why: string | null): boolean {
    if (why !== said) tell(why);
    said = why;
    state = { isReady: why === null, until: now() + (why === null ? believed.ready : believed.away) };
    return why === null;
  }

  async function look(): Promise<boolean> {
    try {
      const [behind, ahead] = await Promise.all([lookedAt(replica), lookedAt(primary)]);
      const lag = (lagMs = Math.max(ahead - behind, 0));
      return found(lag > lagMax ? `It is ${Math.round(lag / 1000)} s behind.` : null);
    } catch (error) {
      lagMs = null;
      return found(`It cannot be read: ${(error as Error).message}`);
    }
  }

  const isReady = async (): Promise<boolean> => {
    if (state && state.until > now()) return state.isReady;
    return (looking ??= look().finally(() => (looking = undefined)));
  };

  return {
    async state() {
      const isUsed = await isReady();
      return { isUsed, lagMs };
    },
    async read(work) {
      if (await isReady()) {
        try {
          return await work(replica);
        } catch (error) {
          // A query that times out there also does elsewhere, so it is not retried.
          if (!isOfDatabase(error) || isDatabaseTimeout(error)) throw error;
          found(`It failed: ${(error as Error).message}`);
        }
      }
      return work(primary);
    },
  };
}

/** The database's own errors have a SQLSTATE: a statement given up for the sake of replication, say. */
const isOfDatabase = (error: unknown): boolean =>
  isDatabaseAbsent(error) || /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code ?? ''));

async function lookedAt(sql: Sql): Promise<number> {
  const row = await sql.selectFrom('ListeningProgress').select('at').executeTakeFirst();
  return row?.at?.getTime() ?? 0;
}
