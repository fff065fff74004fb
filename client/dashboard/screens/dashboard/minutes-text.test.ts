import { expect, test } from 'vitest';
import { overviewWords } from '../../generated/words/overview.ts';
import { minutesText } from './minutes-text.ts';

test.each([
  [0, '0 min'],
  [61.4, '61 min'],
  [119.6, '2 h 0 min'],
  [312, '5 h 12 min'],
  [85_500, '1,425 h 0 min'],
])('%d minutes are %s', (minutes, text) => expect(minutesText(overviewWords.en, minutes)).toBe(text));
