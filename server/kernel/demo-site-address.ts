import { now } from '../lib/database/sql.ts';
import { demoPath } from '../product.ts';
import type { App } from './app.ts';

/** Name of the row, among what all processes have in common. */
const name = 'demo site';
/** Milliseconds between two looks at where the demo's newspapers are. */
const lookMs = 10_000;

/** Keeps where this process serves the demo's newspapers, for separate workers. */
export async function announceDemoSite({ db }: Pick<App, 'db'>, value: string): Promise<void> {
  await db.sql
    .insertInto('SharedSetting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updatedAt: now() }))
    .execute();
}

/**
 * Lets a separate worker with DEMO=1 fetch the demo's newspapers, and nothing else, from the API process that
 * serves them, although its address is private.
 * @returns what ends that
 */
export async function followDemoSite({
  db,
  config,
  log,
}: Pick<App, 'db' | 'config' | 'log'>): Promise<() => void> {
  if (!config.demo) return () => {};
  const own = config.fetchAllowHosts;
  const look = async (): Promise<void> => {
    const row = await db.sql
      .selectFrom('SharedSetting')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    if (row) config.fetchAllowHosts = [...own, `${new URL(row.value).host}${demoPath}`];
  };
  await look();
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.debug({ err: error }, 'demo site address not read')),
    lookMs,
  ).unref();
  return () => clearInterval(timer);
}
