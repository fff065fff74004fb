import { expect, test } from 'vitest';
import { sealingBy } from './sealing.ts';

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)];

test('sealed text can be opened again, and reveals nothing', () => {
  const { seal, open } = sealingBy([older]);
  const sealed = seal('Atzr|secret ü', 'token 1');
  expect(open(sealed, 'token 1')).toBe('Atzr|secret ü');
  expect(sealed).not.toContain(Buffer.from('Atzr').toString('base64url'));
  expect(seal('Atzr|secret ü', 'token 1')).not.toBe(sealed);
});

test('sealed text cannot be opened for another purpose, or when it was changed or truncated', () => {
  const { seal, open } = sealingBy([older]);
  const sealed = seal('secret', 'token 1');
  expect(open(sealed, 'token 2')).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(open(changed.toString('base64url'), 'token 1')).toBeNull();
    expect(open(bytes.subarray(0, at).toString('base64url'), 'token 1')).toBeNull();
  }
});

test('the previous secret still opens after a rotation, and nothing opens once it is removed', () => {
  const sealed = sealingBy([older]).seal('secret', 'token');
  expect(sealingBy([newer, older]).open(sealed, 'token')).toBe('secret');
  expect(sealingBy([newer]).open(sealed, 'token')).toBeNull();
  expect(sealingBy([newer, older]).open(sealingBy([newer]).seal('again', 'token'), 'token')).toBe('again');
});
