import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox-of.ts';

test.each([
  ['Ada+news@Example.com', 'ada@example.com'],
  ['ada@example.com', 'ada@example.com'],
  ['a.d.a+1@googlemail.com', 'ada@gmail.com'],
  ['a-d_a@pm.me', 'ada@proton.me'],
  ['ada-shop@yahoo.de', 'ada@yahoo.de'],
  ['ada+1@mac.com', 'ada@icloud.com'],
  // Elsewhere these are names of different people.
  ['a.da@example.com', 'a.da@example.com'],
  ['a-da@example.com', 'a-da@example.com'],
  ['no address', '@no address'],
])('email to %s belongs to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
