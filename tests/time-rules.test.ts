import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const read = (pattern: string): { path: string; text: string }[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)generated(\/|$)|\.test\.ts$/.test(path) }).map(
    (path) => ({ path, text: readFileSync(join(root, path), 'utf8') }),
  );

const sources = ['server/**/*.ts', 'scripts/**/*.ts', 'prisma/*.ts'].flatMap(read);
const migrations = read('prisma/migrations/**/*.sql');

describe('time zones', () => {
  test('no statement computes in a zone other than UTC: databases know other zones than JavaScript', () => {
    const inZones = /AT\s+TIME\s+ZONE(?!\s+'UTC')|SET\s+(?:LOCAL\s+)?TIME\s*ZONE(?!\s+'UTC')/i;
    expect([sources.length > 500, migrations.length > 50]).toEqual([true, true]);
    expect(
      [...sources, ...migrations].filter(({ text }) => inZones.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('zones are resolved in server/lib/zoned-time.ts, where an unknown one stops nothing', () => {
    const formatting = /Intl\.DateTimeFormat|toLocale(Date|Time)?String|toZonedDateTime/;
    const inZones = /\btimeZone\b(?!: 'UTC')(?!: zoneOf)|toZonedDateTime/;
    const elsewhere = sources.filter(
      ({ path, text }) =>
        path !== 'server/lib/zoned-time.ts' &&
        formatting.test(text) &&
        inZones.test(text) &&
        !/timeZone = zoneOf\(/.test(text),
    );
    // Its field is an answer of the API.
    expect(elsewhere.map(({ path }) => path)).toEqual(['server/areas/review/types.ts']);
  });
});
