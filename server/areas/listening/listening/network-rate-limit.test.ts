import { expect, test } from 'vitest';
import { NetworkRateLimit } from './network-rate-limit.ts';

const burst = 600;

test('a network has its burst, and so much more each second', () => {
  const networks = new NetworkRateLimit();
  expect(networks.take('198.51.100.7', burst, 0)).toBe(true);
  expect(networks.take('198.51.100.7', 1, 0)).toBe(false);
  expect(networks.take('198.51.100.8', 1, 0)).toBe(true);
  expect(networks.take('198.51.100.7', 11, 1_000)).toBe(false);
  expect(networks.take('198.51.100.7', 10, 1_000)).toBe(true);
  expect(networks.take('198.51.100.7', burst + 1, 1_000_000)).toBe(false);
  expect(networks.take('198.51.100.7', burst, 1_000_000)).toBe(true);
});

test('an address is the same however it is written, and no other one', () => {
  const networks = new NetworkRateLimit();
  expect(networks.take('203.0.113.255', burst, 0)).toBe(true);
  expect(networks.take('::ffff:203.0.113.255', 1, 0)).toBe(false);
  expect(networks.take('::FFFF:203.0.113.255', 1, 0)).toBe(false);
  for (const other of ['255.113.0.203', '203.0.113.25', '203.0.113', '203.0.113.256', 'unknown', ''])
    expect(networks.take(other, burst, 0), other).toBe(true);
});

test('64 bits of IPv6 are one network, and 48 bits have ten times as much together', () => {
  const networks = new NetworkRateLimit();
  expect(networks.take('2001:db8:0:1::1', burst, 0)).toBe(true);
  expect(networks.take('2001:db8:0:1:ffff::2', 1, 0)).toBe(false);
  for (let other = 2; other <= 10; other++)
    expect(networks.take(`2001:db8:0:${other}::1`, burst, 0), String(other)).toBe(true);
  expect(networks.take('2001:db8:0:b::1', 1, 0)).toBe(false);
  expect(networks.take('2001:db8:1:b::1', 1, 0)).toBe(true);
});

test('50,000 networks that came since do not make a network forgotten, and 100,000 do', () => {
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
