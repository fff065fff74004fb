import { expect, it } from 'vitest';
import { holdReason } from './hold-reason.ts';

it('names the first doubtful passage of an article that is on hold for it', () => {
  expect(holdReason({ holdReason: 'DOUBTFUL_PASSAGES', doubtfulPassage: '3/4' })).toBe(
    'On hold: check “3/4” before publishing',
  );
});

it('names the rule that put the article on hold', () => {
  expect(holdReason({ holdReason: 'RULE', heldBy: 'Sponsored' })).toContain('Sponsored');
});

it('is empty for an article that is not on hold', () => {
  expect(holdReason({ holdReason: null, doubtfulPassage: '3/4' })).toBeNull();
});
