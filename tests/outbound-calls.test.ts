import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outboundCallsInTransactions, serverSources } from './support/outbound-calls.ts';

test('no transaction waits for storage, email, web pages, services or payments', () => {
  expect(outboundCallsInTransactions(serverSources())).toEqual([]);
});

test('such a call is detected at any depth, in anything that runs a transaction', () => {
  const sources = new Map([
    [
      'server/areas/a/change.ts',
      `import { forget } from '../b/forget.ts';
       import { alone, type Storage } from '../b/alone.ts';
       export const direct = (app) => app.db.transaction(async (sql) => { await app.storage.delete('a'); });
       export async function far(app) { return app.db.transaction((sql) => forget(app, sql)); }
       export const begun = (sql) => sql.transaction().execute(async (tx) => fetch('https://example.com'));
       export function local({ db, mail }) {
         const tell = () => mail.send({});
         const work = async (sql) => { await tell(); };
         return db.transaction(work);
       }
       export const wrapped = (app) => alone(app, async (tx) => app.recogniser.recognise());
       export async function after(app) {
         const files = await app.db.transaction(async (sql) => sql.deleteFrom('Audio').execute());
         for (const file of files) await app.storage.delete(file);
       }`,
    ],
    [
      'server/areas/b/forget.ts',
      `import { safeFetch } from '../../lib/safe-fetch.ts';
       const ping = (url) => safeFetch(url);
       export const forget = async (app, sql) => { await ping('https://example.com'); };`,
    ],
    [
      'server/areas/b/alone.ts',
      `export async function alone({ db }, look) { return db.transaction(async (tx) => look(tx)); }`,
    ],
  ]);
  expect(outboundCallsInTransactions(sources)).toEqual([
    'server/areas/a/change.ts: fetch',
    'server/areas/a/change.ts: forget → ping → safeFetch',
    'server/areas/a/change.ts: recogniser.recognise',
    'server/areas/a/change.ts: storage.delete',
    'server/areas/a/change.ts: work → tell → mail.send',
  ]);
});

test('other hosts are called from few modules, each with timeouts', () => {
  const asking =
    /(?<![\w.#])fetch\(|from 'undici'|\b(https?|net|tls)\.(request|get|connect)\(|new (?:\w+\.)?(S3Client|PollyClient|StripeClient|SMTPConnection)\b|\.discovery\(|createRemoteJWKSet\(/;
  const places = globSync('server/**/*.ts', { cwd: new URL('..', import.meta.url) }).filter((file) => {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    // What is handed a `Fetch` asks by way of safeFetch.
    return !/\.(test|d)\.ts$/.test(file) && !/\bFetch\b/.test(text) && asking.test(text);
  });
  // outbound-timeouts.test.ts holds them against a server that never answers.
  expect(places.sort()).toEqual([
    'server/areas/people/openid/openid-clients.ts',
    'server/areas/people/premium/stripe-client.ts',
    'server/doctor/check-certificate.ts',
    // In a page that it serves.
    'server/http/demo-site.ts',
    'server/kernel/screen-text.ts',
    'server/mail/smtp.ts',
    'server/speech/amazon.ts',
    // From the operator's index of voices, when a voice is added.
    'server/speech/local/install-voice.ts',
    'server/speech/local/voice-index.ts',
    'server/speech/service-call.ts',
    'server/storage/s3.ts',
  ]);
  expect(
    asking.test(readFileSync(new URL('../server/lib/outbound/safe-fetch.ts', import.meta.url), 'utf8')),
  ).toBe(true);
});
