/** What is sealed lives no longer than the key that seals it. */
import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Where the secrets of sessions seal, and for how long what they seal is needed. */
const bySessionSecrets: Record<string, string> = {
  'server/areas/amazon/linking.ts': 'ten minutes, while somebody is at Amazon',
  'server/areas/identity/passkey-ceremony.ts': 'five minutes, until a passkey answers',
  'server/areas/identity/second-factor.ts': 'fifteen minutes, until an authenticator app is confirmed',
  'server/areas/openid/pending-identity.ts': 'forty minutes, until an identity is linked',
  'server/areas/openid/sign-in-elsewhere.ts': 'ten minutes, while somebody is at a provider',
  'server/areas/statistics/sharing.ts': 'twelve hours, while a report is unlocked',
};

/** Where data keys seal, and how that survives a rotation. */
const byDataKeys: Record<string, string> = {
  'server/areas/amazon/linked-account.ts': 'column, sealed again',
  'server/areas/identity/second-factor.ts': 'column, sealed again',
  'server/areas/premium/portal-link.ts': 'link in an email: earlier keys open it',
  'server/areas/sealed-records/reseal-records.ts': 'seals again',
  'server/areas/statistics/sharing.ts': 'column, sealed again',
  'server/areas/report-mails/unsubscribing.ts': 'link in an email: earlier keys open it',
  'server/kernel/refuse-mails.ts': 'link in an email: earlier keys open it',
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

test('the secrets of sessions seal only what ends within a day', async () => {
  expect(await filesWith(/(?<!dataS|\w)sealing\.seal\(/)).toEqual(
    [...Object.keys(bySessionSecrets), 'server/lib/data-sealing.ts', 'server/lib/repeatable-call.ts'].sort(),
  );
});

test('what data keys seal is sealed again, or opened by earlier keys', async () => {
  expect(await filesWith(/dataSealing\.seal\(/)).toEqual(Object.keys(byDataKeys).sort());
});
