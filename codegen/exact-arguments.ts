/**
 * Makes the database client's calls reject unknown column names. Since TypeScript 6, the client's own types
 * accept an unknown name beside a known one in `select`, `where` or `data`:
 * https://github.com/prisma/orm/issues/29519
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../prisma/generated/client/internal/prismaNamespace.ts', import.meta.url);
const exact = `
/** \`T\` with no keys but those of \`U\`, at any depth. What is of the client's own types has no others. */
type OnlyKeysOf<T, U> = T extends Leaf
  ? T
  : T extends object
    ? U extends T
      ? T
      : { [key in keyof T]: key extends KeysOf<U> ? OnlyKeysOf<T[key], Of<U, key>> : string extends key ? T[key] : never }
    : T
type Leaf =
  | Date
  | Uint8Array
  | runtime.Decimal
  | runtime.SqlDriverAdapterFactory
  | ((...given: never) => unknown)
type KeysOf<U> = U extends unknown ? keyof U : never
type Of<U, key> = U extends unknown ? (key extends keyof U ? U[key] : never) : never
`;

let text = readFileSync(file, 'utf8');
if (!text.includes('type OnlyKeysOf<')) {
  for (const name of ['Subset', 'SelectSubset']) {
    const before = text;
    text = text.replace(
      new RegExp(`(export type ${name}<T, U> =) \\{\\s+\\[key in keyof T\\]: [^}]+\\}`),
      '$1 T & OnlyKeysOf<T, U>',
    );
    if (text === before) throw new Error(`${name} of the database client is not what it was`);
  }
  writeFileSync(file, text + exact);
}
