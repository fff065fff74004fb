import { numberOf } from './global-id.ts';
import type { Failure } from './row.ts';

/**
 * Where GraphQL has settings that REST has side by side under their own names, as it is generated of their
 * declarations.
 */
type Told = Readonly<
  Record<string, { readonly kind: string; readonly path: readonly [string] | readonly [string, string] }>
>;

type Groups = Record<string, unknown>;

/** An input that has settings in groups, from those that were sent. */
export function groupSettings(told: Told, sent: Readonly<Groups>): Groups {
  const input: Groups = {};
  for (const [name, value] of Object.entries(sent)) {
    const [first, second] = told[name]!.path;
    if (second === undefined) input[first] = value;
    else ((input[first] ??= {}) as Groups)[second] = value;
  }
  return input;
}

/** Settings under their own names, from an object that has them in groups. */
export const ungroupSettings = (told: Told, object: Readonly<Groups>): Groups =>
  Object.fromEntries(
    Object.entries(told).map(
      ([
        name,
        {
          kind,
          path: [first, second],
        },
      ]) => {
        const value = second === undefined ? object[first] : (object[first] as Groups)[second];
        return [name, kind === 'reference' ? numberOf(value as string | null) : value];
      },
    ),
  );

/** A failure whose fields have the names that REST knows them by. @param paths by those names */
export function withRestNames(failure: Failure, paths: Readonly<Record<string, string>>): Failure {
  const names = new Map(Object.entries(paths).map(([name, path]) => [path, name]));
  return {
    ...failure,
    fieldErrors: failure.fieldErrors.map((error) => ({
      ...error,
      field: names.get(error.field) ?? error.field,
    })),
  };
}
