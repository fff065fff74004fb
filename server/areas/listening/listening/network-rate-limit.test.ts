import { expect, test } from 'vitest';
import { NetworkRateLimit } from './network-rate-limit.ts';

const burst = 600;

test('a network may send a burst, then a fixed number of events per second', () => {
  const networks = new NetworkRateLimit();
  expect(networks.take('198.51.100.7', burst, 0)).toBe(true);
  expect(networks.take('198.51.100.7', 1, 0)).toBe(false);
  expect(networks.take('198.51.100.8', 1, 0)).toBe(true);
  expect(networks.take('198.51.100.7', 11, 1_000)).toBe(false);
  expect(networks.take('198.51.100.7', 10, 1_000)).toBe(true);
  expect(networks.take('198.51.100.7', burst + 1, 1_000_000)).toBe(false);
  expect(networks.take('198.51.100.7', burst, 1_000_000)).toBe(true);
});

test('all notations of an IP address share a rate limit, and different addresses do not', () => {
  const networks = new NetworkRateLimit();
  expect(networks.take('203.0.113.255', burst, 0)).toBe(true);
  expect(networks.take('::ffff:203.0.113.255', 1, 0)).toBe(false);
  expect(networks.take('::FFFF:203.0.113.255', 1, 0)).toBe(false);
  for (const other of ['255.113.0.203', '203.0.113.25', '203.0.113', '203.0.113.256', 'unknown', ''])
    expect(networks.take(other, burst, 0), other).toBe(true);
});

test('an IPv6 /64 counts as one network, and a /48 gets ten times its rate limit', () => {
  const networks = new NetworkRateLimit();
  expect(networks.take('2001:db8:0:1::1', burst, 0)).toBe(true);
  expect(networks.take('2001:db8:0:1:ffff::2', 1, 0)).toBe(false);
  for (let other = 2; other <= 10; other++)
    expect(networks.take(`2001:db8:0:${other}::1`, burst, 0), String(other)).toBe(true);
  expect(networks.take('2001:db8:0:b::1', 1, 0)).toBe(false);
  expect(networks.take('2001:db8:1:b::1', 1, 0)).toBe(true);
});

test('the state of a network survives 50,000 newer networks, but not 150,000', () => {
  const networks = new NetworkRateLimit();
  const others = (first: number, count: number) => {
    for (let n = first; n < first + count; n++)
      networks.take(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, 1, 0);
  };
  expect(networks.take('198.51.100.7', burst, 0)).toBe(true);
  others(0, 50_000);
  expect(networks.take('198.51.100.7', 1, 0)).toBe(false);
  others(50_000, 100_000);
  expect(networks.take('198.51.100.7', 1, 0)).toBe(true);
});
