import { expect, test } from 'vitest';
import { lintedWith } from './lint-in-folder.ts';

test('comments with words of the old dialect are refused, outside of code and quotations', () => {
  const refused = {
    line: '// Nobody reads it.\nexport const a = 1;',
    block: '/** Whoever asks gets it. */\nexport const a = 1;',
    trailing: 'export const a = 1; // made anew',
    phrase: '/** What became of it. */\nexport const a = 1;',
  };
  const allowed = {
    plain: '// No one reads it.\nexport const a = 1;',
    code: '/** Reads `nobody` and "whoever". */\nexport const nobody = 1;',
    string: "export const a = 'nobody';",
  };
  const found = lintedWith('house/plain-comments', { ...refused, ...allowed });
  expect(found).toEqual(Object.keys(refused).toSorted());
});
