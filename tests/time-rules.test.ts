import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const read = (pattern: string): { path: string; text: string }[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)generated(\/|$)|\.test\.ts$/.test(path) }).map(
    (path) => ({ path, text: readFileSync(join(root, path), 'utf8') }),
  );

const sources = ['server/**/*.ts', 'scripts/**/*.ts', 'training/*.ts', 'prisma/*.ts'].flatMap(read);
const migrations = read('prisma/migrations/**/*.sql');

describe('time zones', () => {
  test('are not computed in SQL except UTC, because databases know other zones than JavaScript', () => {
    const inZones = /AT\s+TIME\s+ZONE(?!\s+'UTC')|SET\s+(?:LOCAL\s+)?TIME\s*ZONE(?!\s+'UTC')/i;
    expect([sources.length > 500, migrations.length > 50]).toEqual([true, true]);
    expect(
      [...sources, ...migrations].filter(({ text }) => inZones.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('are resolved in server/lib/zoned-time.ts, where an unknown one is harmless', () => {
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
    expect(elsewhere.map(({ path }) => path)).toEqual(['server/areas/review/review/types.ts']);
  });
});

/**
 * Files that read the clock of the process, by what they compare it with. Times in rows are written by the
 * database's clock, and compared with that: `now()` in a statement, else `databaseTime()`.
 */
const processClocks: Record<string, string[]> = {
  'an interval within this process': [
    'server/alexa/signing-certificate.ts',
    'server/areas/projects/amazon/link-account.ts',
    'server/areas/people/openid/openid-clients.ts',
    'server/areas/listening/podcast-downloads/episode-files.ts',
    'server/areas/listening/listening/channel-article-lookup.ts',
    'server/areas/listening/listening/event-refusals.ts',
    'server/areas/listening/statistics/live-listening.ts',
    'server/http/podcast-downloads.ts',
    'server/pipeline/make-teasers.ts',
    'server/pipeline/publish-project.ts',
    'server/pipeline/robots-permission.ts',
    'server/speech/local/local-provider.ts',
    'server/speech/provider-queue.ts',
    'server/speech/voice-catalogue.ts',
  ],
  'a time that another computer wrote': [
    'server/alexa/verify-request.ts',
    'server/areas/projects/amazon/amazon-request.ts',
    'server/areas/articles/articles/audio-access.ts',
    'server/doctor/check-certificate.ts',
    'server/doctor/check-clocks.ts',
    'server/doctor/check-public-url.ts',
    'server/extraction/publication-date.ts',
    'server/http/demo-site.ts',
    'server/speech/provider-errors.ts',
    'server/speech/service-call.ts',
  ],
  'a token, cookie or code, which has its time in itself': [
    'server/areas/access/identity/passkey-ceremony.ts',
    'server/areas/access/identity/second-factor.ts',
    'server/areas/people/openid/provider-sign-in.ts',
    'server/areas/listening/statistics/statistics-shares.ts',
    'server/areas/channels/player/start-page.ts',
    'server/http/auth.ts',
    'server/lib/security/signed-token.ts',
  ],
  'times of files': [
    'server/areas/library/voices/voices.ts',
    'server/lib/database/data-dir-lock.ts',
    'server/lib/security/stored-secrets.ts',
    'server/pipeline/speak-text.ts',
    'server/pipeline/stray-files.ts',
    'server/speech/local/voice-installer.ts',
    'server/speech/local/voices-directory.ts',
    'server/storage/s3.ts',
    'server/worker/start-worker.ts',
  ],
  'a calendar day, or minutes that nothing depends on': [
    'server/areas/access/allowance/allowance.ts',
    'server/areas/access/identity/check-password.ts',
    'server/areas/access/identity/own-sessions.ts',
    'server/areas/access/identity/security-mails.ts',
    'server/areas/access/identity/session.ts',
    'server/areas/listening/listening/coarse-sums.ts',
    'server/areas/listening/listening/partitions.ts',
    'server/areas/listening/listening/event-recorder.ts',
    'server/areas/listening/listening/write-reported.ts',
    'server/areas/access/mail/mail-delivery.ts',
    'server/areas/channels/playlists/ranking.ts',
    'server/areas/listening/podcast-downloads/count-downloads.ts',
    'server/areas/people/profile/own-data.ts',
    'server/areas/projects/report-mails/due-reports.ts',
    'server/areas/projects/report-mails/send-reports.ts',
    'server/areas/listening/statistics/report-days.ts',
    'server/areas/listening/statistics/read-statistics.ts',
    'server/areas/listening/statistics/reports/ad-uses.ts',
    'server/http/ads-vast.ts',
  ],
  'before the database was asked': ['server/lib/database/database-clock.ts'],
};

test('timestamps in rows are compared with the database’s clock, not the process’s', () => {
  const reading = sources
    .filter(({ path, text }) => path.startsWith('server/') && /Date\.now\(\)|new Date\(\)/.test(text))
    .map(({ path }) => path);
  const listed = Object.values(processClocks).flat();
  expect(reading.filter((path) => !listed.includes(path))).toEqual([]);
});
