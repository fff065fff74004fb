import type pg from 'pg';
import type { Database } from './db.ts';
import { now } from './sql.ts';

/** A setting that all processes of an installation must have in common. */
export interface SharedSetting {
  name: string;
  /** What is compared and kept: no secret. Of keys their ids, separated by spaces. */
  value: string;
  /**
   * `refuse`: a process with another value must not start. `warn`: it is reported. `keys`: refused where it
   * has none of the keys, so that one can be replaced by putting a new one in front.
   */
  rule: 'refuse' | 'keys' | 'warn';
}

export interface SettingDifference extends SharedSetting {
  /** The value of the process that started last. */
  before: string;
}

/** This process is set in another way than the others of its installation. */
export class SharedSettingsError extends Error {
  override name = 'SharedSettingsError';

  constructor(differences: readonly SettingDifference[]) {
    super(
      differences
        .map(
          ({ name, value, before, rule }) =>
            `${name} differs from that of the other processes of this installation` +
            (rule === 'keys' ? ': this process has none of their secrets.' : `: ${value}, not ${before}.`),
        )
        .join('\n') +
        '\nCorrect the environment of this process. If the change is intended, stop all processes and run `node scripts/accept-settings.ts` first (see OPERATIONS, Change settings of all processes).',
    );
  }
}

/**
 * Compares settings with those of the process that started last, and keeps these.
 * @returns those that differ and need not be refused
 * @throws SharedSettingsError; nothing is kept then
 */
export async function compareSharedSettings(
  db: Database,
  settings: readonly SharedSetting[],
): Promise<SettingDifference[]> {
  return db.transaction(async (sql) => {
    const rows = await sql
      .selectFrom('SharedSetting')
      .selectAll()
      .where(
        'name',
        'in',
        settings.map(({ name }) => name),
      )
      .execute();
    const kept = new Map(rows.map(({ name, value }) => [name, value]));
    const differences = settings.flatMap((setting) => {
      const before = kept.get(setting.name);
      return before === undefined || before === setting.value ? [] : [{ ...setting, before }];
    });
    const refused = differences.filter(
      ({ rule, value, before }) => rule === 'refuse' || (rule === 'keys' && !shareOne(value, before)),
    );
    if (refused.length > 0) throw new SharedSettingsError(refused);
    const changed = settings.filter(({ name, value }) => kept.get(name) !== value);
    for (const { name, value } of changed)
      await sql
        .insertInto('SharedSetting')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updatedAt: now() }))
        .execute();
    return differences.filter(({ rule }) => rule === 'warn');
  });
}

/** Deletes all of them: the process that starts next stores its own. */
export async function forgetSharedSettings({ sql }: Pick<Database, 'sql'>): Promise<void> {
  await sql.deleteFrom('SharedSetting').execute();
}

const shareOne = (a: string, b: string): boolean => {
  const ids = new Set(a.split(' '));
  return b.split(' ').some((id) => ids.has(id));
};

/** Forgets where the files are, for the process that starts next with another place. */
export async function forgetStorageSetting(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`DELETE FROM "SharedSetting" WHERE name = 'STORAGE_URL'`);
}
