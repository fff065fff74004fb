import { expect, test } from 'vitest';
import { binaryArray } from '../../server/lib/database/binary-arrays.ts';
import { useDatabase } from '../support/databases.ts';

const db = useDatabase();
const itself = <Value>(value: Value): Value => value;

test.for([
  ['bool', [true, null, false], 'bool'],
  ['int2', [0, -32_768, null, 32_767], 'smallint'],
  ['int4', [0, null, -2_147_483_648, 2_147_483_647], 'int'],
  ['float4', [0, -1.5, null, 99.9], 'real'],
  ['float8', [1_795_000_000_000.25, null, -0.1], 'float8'],
  ['int8', ['0000000000000001', 'ffffffffffffffff', null, '7fffffffffffffff'], 'bigint'],
  ['uuid', ['0123456789abcdef0123456789abcdef', null], 'uuid'],
  ['uuid', [], 'uuid'],
] as const)('%s[] of %j is transferred unchanged', async ([kind, values, type]) => {
  const make = binaryArray[kind] as (
    items: readonly unknown[],
    valueOf: (item: unknown) => unknown,
  ) => Buffer;
  const { rows } = await db.pool.query<{ value: string | null }>(
    `SELECT ${type === 'bigint' ? `lpad(to_hex(v), 16, '0')` : type === 'uuid' ? `replace(v::text, '-', '')` : 'v::text'} AS value
     FROM unnest($1::${type}[]) WITH ORDINALITY AS e(v, n) ORDER BY n`,
    [make(values, itself)],
  );
  expect(rows.map(({ value }) => value)).toEqual(
    values.map((value) => (value === null ? null : String(value))),
  );
});

test('a value of another type is refused', () => {
  expect(() => binaryArray.uuid(['0123'], itself)).toThrow(RangeError);
  expect(() => binaryArray.uuid(['g'.repeat(32)], itself)).toThrow(RangeError);
  expect(() => binaryArray.int2([40_000], itself)).toThrow(RangeError);
  expect(() => binaryArray.int4([2_147_483_648], itself)).toThrow(RangeError);
});
