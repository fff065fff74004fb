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

/**
 * Files that read the clock of the process, by what they compare it with. Times in rows are written by the
 * database's clock, and compared with that: `now()` in a statement, else `databaseTime()`.
 */
const processClocks: Record<string, string[]> = {
  'an interval within this process': [
    'server/alexa/signing-certificate.ts',
    'server/areas/amazon/linking.ts',
    'server/areas/openid/clients.ts',
    'server/areas/podcast-downloads/episode-files.ts',
    'server/areas/listening/places.ts',
    'server/areas/listening/refused-events.ts',
    'server/areas/statistics/live.ts',
    'server/http/podcast-downloads.ts',
    'server/pipeline/make-teasers.ts',
    'server/pipeline/publish-project.ts',
    'server/pipeline/robots-permission.ts',
    'server/speech/provider-queue.ts',
    'server/speech/voice-catalogue.ts',
  ],
  'a time that another computer wrote': [
    'server/alexa/verify-request.ts',
    'server/areas/amazon/ask-amazon.ts',
    'server/areas/articles/hearing.ts',
    'server/extraction/publication-date.ts',
    'server/http/demo-site.ts',
    'server/speech/provider-errors.ts',
    'server/speech/service-call.ts',
  ],
  'a token, cookie or code, which has its time in itself': [
    'server/areas/identity/passkey-ceremony.ts',
    'server/areas/identity/second-factor.ts',
    'server/areas/openid/sign-in-elsewhere.ts',
    'server/areas/statistics/sharing.ts',
    'server/http/auth.ts',
    'server/lib/signed-token.ts',
  ],
  'times of files': [
    'server/areas/voices/voices.ts',
    'server/lib/data-dir-lock.ts',
    'server/lib/kept-secrets.ts',
    'server/pipeline/speak-text.ts',
    'server/pipeline/stray-files.ts',
    'server/storage/s3.ts',
    'server/worker/start-worker.ts',
  ],
  'a calendar day, or minutes that nothing depends on': [
    'server/areas/allowance/allowance.ts',
    'server/areas/identity/check-password.ts',
    'server/areas/identity/own-sessions.ts',
    'server/areas/identity/security-mails.ts',
    'server/areas/identity/session.ts',
    'server/areas/listening/coarse-sums.ts',
    'server/areas/listening/partitions.ts',
    'server/areas/listening/record.ts',
    'server/areas/mail/mail-delivery.ts',
    'server/areas/playlists/ranking.ts',
    'server/areas/podcast-downloads/count-downloads.ts',
    'server/areas/profile/own-data.ts',
    'server/areas/report-mails/due-reports.ts',
    'server/areas/report-mails/send-reports.ts',
    'server/areas/statistics/days.ts',
    'server/areas/statistics/read-statistics.ts',
    'server/areas/statistics/reports/ad-uses.ts',
    'server/http/ads-vast.ts',
  ],
  'before the database was asked': ['server/lib/database-clock.ts'],
};

test('times in rows are compared with the clock of the database, not with that of the process', () => {
  const reading = sources
    .filter(({ path, text }) => path.startsWith('server/') && /Date\.now\(\)|new Date\(\)/.test(text))
    .map(({ path }) => path);
  const listed = Object.values(processClocks).flat();
  expect(reading.filter((path) => !listed.includes(path))).toEqual([]);
});
