import DataLoader from 'dataloader';
import type { App } from '../kernel/app.ts';

type Key = string | number;
type Load<K extends Key, Row> = (app: App, keys: readonly K[]) => Promise<Row[]>;

const loaders = new WeakMap<object, Map<object, DataLoader<any, any>>>();

/**
 * Returns the loader of a call for a key, and creates it on first use.
 * @param context of the call: one per operation, so that nothing cached is older than that
 * @param name a function, or a field of the document, as key: always with loaders of the same types
 */
export function loaderOf<K, Found>(
  context: object,
  name: object,
  make: () => DataLoader<K, Found>,
): DataLoader<K, Found> {
  let own = loaders.get(context);
  if (!own) loaders.set(context, (own = new Map()));
  let loader = own.get(name);
  if (!loader) own.set(name, (loader = make()));
  return loader;
}

/** Returns the loader if it has been created. */
export const knownLoader = <K, Found>(context: object, name: object): DataLoader<K, Found> | undefined =>
  loaders.get(context)?.get(name);

/**
 * The rows of one key, read together with those that other fields of the same call ask for at the same time.
 * Nothing is kept: a subscription's later events read afresh.
 * @param context of the call: one for each operation, so that nothing kept is older than that
 * @param load reads the rows of many keys; always the same function
 */
export async function loadBatched<K extends Key, Row>(
  context: { app: App },
  load: Load<K, Row>,
  keyOf: (row: Row) => K,
  key: K,
): Promise<Row[]> {
  const loader = loaderOf(
    context,
    load,
    () =>
      new DataLoader<K, Row[]>(
        async (keys) => {
          const byKey = Map.groupBy(await load(context.app, [...new Set(keys)]), keyOf);
          return keys.map((one) => byKey.get(one) ?? []);
        },
        { cache: false },
      ),
  );
  return loader.load(key);
}
