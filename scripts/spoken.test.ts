import { expect, it } from 'vitest';
import { sideBySide } from './spoken/side-by-side.ts';

it('shows a text next to its spoken form, with differences marked', () => {
  expect(sideBySide('Es waren 3 Leute.', 'Es waren drei Leute.', 45)).toBe(
    'Es waren 3 Leute.     ≠ Es waren drei Leute.',
  );
  expect(sideBySide('Ruhe.', 'Ruhe.', 45)).toBe('Ruhe.                 │ Ruhe.');
});

it('breaks long sentences between words, and cuts words that are longer than a column', () => {
  expect(sideBySide('eins zwei drei', 'einszweidrei', 23)).toBe('eins zwei  ≠ einszweidr\ndrei       ≠ ei');
});
