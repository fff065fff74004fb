import { expect, test } from 'vitest';
import { siteOf } from './origin.ts';

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 'own'],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://proxy.example' }, 'own'],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://parlance.example:8443' }, 'foreign'],
  [{ 'sec-fetch-site': 'cross-site' }, 'foreign'],
  [{ 'sec-fetch-site': 'none' }, 'unknown'],
  [{ origin: 'https://parlance.example' }, 'own'],
  [{ origin: 'http://10.0.0.7:4000', host: '10.0.0.7:4000' }, 'own'],
  [{ origin: 'http://10.0.0.7:5000', host: '10.0.0.7:4000' }, 'foreign'],
  [{ origin: 'http://parlance.example' }, 'foreign'],
  [{ origin: 'https://parlance.example.evil.example' }, 'foreign'],
  [{ origin: 'null', host: 'null' }, 'foreign'],
  [{ host: 'parlance.example' }, 'unknown'],
])('%j: %s', (headers, expected) => {
  expect(siteOf(headers, 'https://parlance.example')).toBe(expected);
});
