import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { networkOf, siteNetworkOf } from '../server/kernel/actor.ts';
import { declaredRates } from '../server/kernel/rate-limit.ts';
// What declares rates: the areas, and what answers without GraphQL.
import '../server/schema.ts';
import '../server/http/ads-vast.ts';
import '../server/http/download.ts';
import '../server/http/player-reports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const duration = (ms: number): string =>
  ms % 3_600_000 === 0
    ? `${ms / 3_600_000} h`
    : ms >= 120_000 && ms % 60_000 === 0
      ? `${ms / 60_000} min`
      : `${ms / 1_000} s`;

test('the documented table contains every rate limit with its numbers', async () => {
  const page = await readFile(`${root}.github/docs/rate-limits.md`, 'utf8');
  const [, section = ''] = page.split('## Table of rate limits\n');
  const [, table = ''] = section.split('| --- | --- | --- | --- |\n');
  let what = '';
  const rows = table
    .split('\n\n')[0]!
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, first, ...cells]) => [(what = first || what), ...cells].join(' | ').replace(/ \| $/, ''))
    .filter((row) => !row.includes('callsPerMinute'));
  const declared = declaredRates().map((rate) =>
    [rate.what, rate.of, rate.burst, duration(rate.everyMs)].join(' | '),
  );
  expect(rows.toSorted()).toEqual(declared.toSorted());
});

test('every rate limit is declared, and networks are also counted by their /48', async () => {
  const paths = await readdir(`${root}server`, { recursive: true });
  const wrong: string[] = [];
  const read = async (path: string): Promise<void> => {
    const text = await readFile(`${root}server/${path}`, 'utf8');
    // A token's own limit is its row's.
    if (text.includes('everyMs:') && path !== 'http/token-rate-limit.ts') {
      const rates = [
        ...text.matchAll(/(declare(?:Network|Free|Mailbox)?Rates?\([^{]*)?\{[^{}]*\bburst:[^{}]*everyMs:/g),
      ];
      if (rates.some(([, declaration]) => declaration === undefined)) wrong.push(`${path}: not declared`);
    }
    for (const [call] of text.matchAll(/\bcountOne\([^;]*;/g))
      if (/networkOf\(/i.test(call)) wrong.push(`${path}: ${call}`);
  };
  await Promise.all(
    paths.filter((path) => path.endsWith('.ts') && path !== 'kernel/rate-limit.ts').map(read),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001::9', '2001:db8:1:0::/64', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::ffff:203.0.113.5', '203.0.113.5', '203.0.113.5'],
  ['203.0.113.5', '203.0.113.5', '203.0.113.5'],
])('%s is in the network %s of the site %s', (address, network, site) => {
  expect([networkOf(address), siteNetworkOf(address)]).toEqual([network, site]);
});
