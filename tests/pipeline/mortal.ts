import { Kysely, PostgresDialect } from 'kysely';
import type { Tables } from '../../prisma/generated/tables.ts';
import type { App } from '../../server/kernel/app.ts';
import { isFull } from '../support/full.ts';

export type Death = 'before' | 'after';

/**
 * Where a process dies at a step: before it, or right after. What others find is the same after a step as
 * before the next one, so that dying after each is enough for a run that is to be quick.
 */
export const deaths: readonly Death[] = isFull ? ['before', 'after'] : ['after'];

/**
 * A run that differs from one whose every step is tried in a few of its steps dies at one step in so many,
 * unless there is time for all.
 */
export const stride = isFull ? 1 : 3;

/** What both processes did: texts that were spoken, and where the first one died. */
export interface Witness {
  spoken: string[];
  deaths: string[];
}

/**
 * The doors of a process that dies at its nth step through one of them: before it goes through, or right
 * after. From then on nothing comes back to it and nothing leaves it, as after SIGKILL.
 */
export function mortal(
  app: App,
  dieAt: number,
  when: Death,
  witness: Witness,
): { app: App; died: Promise<void> } {
  let step = 0;
  let dead = false;
  let die!: () => void;
  const died = new Promise<void>((resolve) => (die = resolve));
  const never = new Promise<never>(() => {});
  const through =
    <Args extends unknown[], Result>(name: string, door: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (dead) return never;
      const mine = ++step;
      const perish = () => {
        dead = true;
        witness.deaths.push(`${when} ${name}`);
        die();
        return never;
      };
      if (mine === dieAt && when === 'before') return perish();
      const result = await door(...args);
      if (dead) return never;
      if (mine === dieAt) return perish();
      return result;
    };
  const { db, storage, speech } = app;
  // Each statement uses the pool, so that an abandoned connection is not held.
  const client = {
    query: through('query', (text: string, values: unknown[]) => db.pool.query(text, values)),
    release() {},
  };
  const sql = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: async () => client, end: async () => {}, options: {} } as never,
    }),
  });
  const run = through(
    'thread',
    speech.threads.run as (...args: unknown[]) => Promise<unknown>,
  ) as typeof speech.threads.run;
  return {
    died,
    app: {
      ...app,
      db: { ...db, sql, transaction: through('commit', db.transaction) as typeof db.transaction },
      storage: {
        ...storage,
        put: through('put', storage.put),
        putFile: through('put file', storage.putFile),
        get: through('get', storage.get),
        stat: through('stat', storage.stat),
      },
      speech: {
        ...speech,
        threads: { ...speech.threads, run, for: () => ({ run }) },
        speak: through('speak', (provider, request, signal) => {
          witness.spoken.push(request.text);
          return speech.speak(provider, request, signal);
        }),
      },
    },
  };
}
