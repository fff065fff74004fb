/** What is sealed lives no longer than the key that seals it. */
import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Where the secrets of sessions seal, and for how long what they seal is needed. */
const bySessionSecrets: Record<string, string> = {
  'server/areas/projects/amazon/link-account.ts': 'ten minutes, while somebody is at Amazon',
  'server/areas/access/identity/passkey-ceremony.ts': 'five minutes, until a passkey answers',
  'server/areas/access/identity/second-factor.ts': 'fifteen minutes, until an authenticator app is confirmed',
  'server/areas/people/openid/pending-identity.ts': 'forty minutes, until an identity is linked',
  'server/areas/people/openid/provider-sign-in.ts': 'ten minutes, while somebody is at a provider',
  'server/areas/listening/statistics/statistics-shares.ts': 'twelve hours, while a report is unlocked',
  'server/areas/channels/player/start-page.ts': "ten minutes, until a reader's page sends it back",
};

/** Where data keys seal, and how that survives a rotation. */
const byDataKeys: Record<string, string> = {
  'server/areas/projects/amazon/linked-account.ts': 'column, sealed again',
  'server/areas/access/identity/second-factor.ts': 'column, sealed again',
  'server/areas/people/premium/portal-link.ts': 'link in an email: earlier keys open it',
  'server/areas/projects/sealed-records/reseal-records.ts': 'seals again',
  'server/areas/projects/webhooks/webhook-credentials.ts': 'column, sealed again',
  'server/areas/listening/statistics/statistics-shares.ts': 'column, sealed again',
  'server/areas/projects/report-mails/report-subscription.ts': 'link in an email: earlier keys open it',
  'server/kernel/mail-unsubscribe.ts': 'link in an email: earlier keys open it',
  'server/kernel/send-mail.ts': 'column, sealed again',
};

async function filesWith(pattern: RegExp): Promise<string[]> {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
  return texts
    .filter(([, text]) => pattern.test(text))
    .map(([file]) => file)
    .sort();
}

test('session secrets seal only data that expires within a day', async () => {
  expect(await filesWith(/(?<!dataS|\w)sealing\.seal\(/)).toEqual(
    [
      ...Object.keys(bySessionSecrets),
      'server/lib/security/data-sealing.ts',
      'server/lib/idempotent-call.ts',
    ].sort(),
  );
});

test('data sealed with data keys is resealed, or opened with earlier keys', async () => {
  expect(await filesWith(/dataSealing\.seal\(/)).toEqual(Object.keys(byDataKeys).sort());
});
