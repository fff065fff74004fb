import DataLoader from 'dataloader';
import type { App } from '../kernel/app.ts';

type Key = string | number;
type Load<K extends Key, Row> = (app: App, keys: readonly K[]) => Promise<Row[]>;

const loaders = new WeakMap<object, Map<unknown, DataLoader<Key, unknown[]>>>();

/**
 * The rows of one key, read together with those that other fields of the same call ask for at the same time.
 * Nothing is kept: a subscription's later events read afresh.
 * @param context of the call
 * @param load reads the rows of many keys; always the same function
 */
export async function loadBatched<K extends Key, Row>(
  context: { app: App },
  load: Load<K, Row>,
  keyOf: (row: Row) => K,
  key: K,
): Promise<Row[]> {
  let own = loaders.get(context);
  if (!own) loaders.set(context, (own = new Map()));
  let loader = own.get(load) as DataLoader<K, Row[]> | undefined;
  if (!loader) {
    loader = new DataLoader<K, Row[]>(
      async (keys) => {
        const byKey = Map.groupBy(await load(context.app, [...new Set(keys)]), keyOf);
        return keys.map((one) => byKey.get(one) ?? []);
      },
      { cache: false },
    );
    // Under its own function, from which it is taken with that one's types.
    own.set(load, loader as never);
  }
  return loader.load(key);
}
