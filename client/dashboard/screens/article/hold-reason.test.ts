import { expect, it } from 'vitest';
import { holdReason } from './hold-reason.ts';

const held = { heldBy: 'Doubtful passages', isBurst: false, isUnsure: false, awaitsReview: false };

it('names the first doubtful passage of an article that is on hold for it', () => {
  expect(holdReason({ ...held, doubtfulPassage: '3/4' })).toBe('On hold: check “3/4” before publishing');
});

it('says nothing of a passage once the article is released', () => {
  expect(holdReason({ ...held, heldBy: null, doubtfulPassage: '3/4' })).toBeNull();
});
