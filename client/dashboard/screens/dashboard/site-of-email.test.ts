import { expect, it } from 'vitest';
import { siteOfEmail } from './site-of-email.ts';

it.each([
  ['mara@gazette.example', 'gazette.example'],
  [' Mara@News.Gazette.CO.UK ', 'news.gazette.co.uk'],
  ['mara@gmail.com', null],
  ['mara@yahoo.co.uk', null],
  ['mara@gmx.net', null],
  ['admin@localhost', null],
  ['mara@127.0.0.1', null],
  ['mara', null],
  ['', null],
  [null, null],
])('%s: %s', (email, site) => {
  expect(siteOfEmail(email)).toBe(site);
});
