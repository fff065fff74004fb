import { expect, test } from 'vitest';
import { documentProblems, textProblems } from './lint-documents.ts';

const messages = async (text: string, path = 'README.md'): Promise<string[]> =>
  (await documentProblems(text, path)).map(({ line, message }) => `${line}: ${message}`);

test('words that the glossary bans are refused with their replacement, except in code', async () => {
  expect(await messages('# Page\n\nAsk somebody to resound it.\n')).toEqual([
    expect.stringMatching(/^3: .*“somebody”.*“someone”/),
    expect.stringMatching(/^3: .*“resound”.*“regenerate”/),
  ]);
  expect(await messages('Call `resound` and set `nobody`.\n\n    whoever\n')).toEqual([]);
});

test('paragraphs have at most five lines, and pages 150', async () => {
  expect(await messages('Line.\n'.repeat(5))).toEqual([]);
  expect(await messages('Line.\n'.repeat(6))).toEqual([expect.stringContaining('it has 6 lines')]);
  const page = 'Line.\n\n'.repeat(76);
  expect(await messages(page, 'docs/page.md')).toEqual([expect.stringContaining('at most 150 lines')]);
  expect(await messages(page)).toEqual([]);
});

test('texts of the catalogue are refused by key, unless the specification quotes them', async () => {
  const texts = new Map([
    ['article.hint', 'Somebody changed it.'],
    ['article.kind', 'Integrated Webplayer'],
    ['shell.logout', 'Logout'],
    ['mail.why', 'You get this e-mail because\nyou signed up.'],
  ]);
  const found = await textProblems(texts, new Set(['shell.logout']));
  expect(found.map(({ key }) => key)).toEqual(['article.hint', 'mail.why']);
  expect(found[0]!.message).toMatch(/“Somebody”.*“Someone”/);
});
