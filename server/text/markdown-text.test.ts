import { beforeAll, describe, expect, test } from 'vitest';
import { expectLinear, memoize } from '../../tests/support/growth.ts';
import { markdownText } from './markdown-text.ts';

test('keeps the spoken text and the punctuation between its parts', () => {
  const source = `---
title: x
---
# A *heading*

Some **bold** and _soft_ words, [a link](https://example.com) and \`code\`.
![a picture](x.png)

Underlined
==========

- one
- two \\* star

\`\`\`js
nothing();
\`\`\`
> quoted snake_case_name <b>here</b>

[ref]: https://example.com
`;
  expect(markdownText(source)).toBe(
    '# A heading\n\nSome bold and soft words, a link and code.\n\n# Underlined\n\n- one\n- two * star\n\nquoted snake_case_name here',
  );
});

test('lists, tables and quotations are read in order, with words after a tag or with deep indentation', () => {
  const source =
    '1. first\n2. second\n   - inner\n\n> quoted\n> on\n\n| a | b |\n| --- | --- |\n| c | d |\n\n' +
    '<div>in a tag</div>\n\n    far to the right\n\n' +
    'Visit www.example.com or <https://example.com/x>.[^1]\n\n[^1]: A note.\n\n<voice name="anna">\nHer\nwords\n</voice>\n';
  expect(markdownText(source)).toBe(
    '1. first\n2. second\n- inner\n\nquoted\non\n\na, b\nc, d\n\nin a tag\n\nfar to the right\n\nVisit www.example.com or .\n\n' +
      '<voice name="anna">\nHer\nwords\n</voice>',
  );
});

/** Parts that are written to be slow when they are repeated: within one paragraph, or each in its line. */
const parts =
  '*¦[¦![¦]¦<¦<!--¦<!A¦<?¦<![CDATA[¦`¦~~¦> ¦- ¦_a ¦[a](¦# ¦&¦\\¦[[]]¦<a ¦***a¦`a¦`` `¦~a¦~~a ~¦_*¦*a_¦a@¦www.a¦http://a¦' +
  '<http://a ¦<a b="¦[^a]¦[^a]: ¦^[¦](¦[](<¦![a](b "¦[a](b¦&#1;¦\\[¦- [ ] ¦"¦(¦\u00a0¦😀*¦|¦|a¦|-¦ |¦  \n¦a\\\n¦2. ]]]a\n¦' +
  '~~~a ¦\0¦\t';
const lines =
  '- > ¦1. - ¦- - - x¦[^a]: x¦|a|b¦| a¦[a]: b¦[a]:¦[a]: b "¦a\n===¦---¦# a¦    a¦- a\n¦> a\n¦>\n- ¦```¦~~~\n>¦1) ¦  - a¦' +
  '>|a|b\n>|-|-¦<!a ¦[[[\n\u00a0';
const documents: [string, (length: number) => string][] = [
  ...parts
    .split('¦')
    .map((part): [string, (length: number) => string] => [
      part,
      (length) => `[a${part.repeat(length / part.length)}`,
    ]),
  ...lines
    .split('¦')
    .map((line): [string, (length: number) => string] => [
      `${line} in each line`,
      (length) => `${line}\n`.repeat(length / (line.length + 1)),
    ]),
  ['lines that look blank and are not', (length) => `${'['.repeat(500)}\n\u00a0\n`.repeat(length / 503)],
  ['a run within a word', (length) => `${'['.repeat(501)}a${'*'.repeat(length)}b`],
  [
    'lists in lists',
    (length) => Array.from({ length: Math.sqrt(length) }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n'),
  ],
];

describe('parses in linear time, regardless of earlier input', () => {
  beforeAll(() => {
    for (const [, make] of documents) markdownText(make(2_000));
  });

  test.each(documents)('%j', async (_, make) => {
    const made = memoize(make);
    await expectLinear((length) => markdownText(made(length)), { from: 5_000, most: 320_000 });
  });
});

test('an unmatched formatting character hides no words', () => {
  expect(markdownText('less <! 5 euros\n\nand > more <!DOCTYPE html> end')).toBe(
    'less <! 5 euros\n\nand > more  end',
  );
  expect(markdownText('- one\n- 1. two\n\n* * *\n')).toBe('- one\n\n1. two');
});

test('a passage with hundreds of links is read completely, and so is the next one', () => {
  const links = Array.from({ length: 600 }, (_, index) => `[word${index}](https://x.example/${index})`);
  const words = Array.from({ length: 600 }, (_, index) => `word${index}`).join(' ');
  expect(markdownText(`${links.join(' ')}\n\n[next](https://x.example)`)).toBe(`${words}\n\nnext`);
  const list = links.map((link) => `- ${link} <voice name="anna">Her</voice>`).join('\n');
  expect(markdownText(list)).toMatch(/^- word0 <voice[^]*\n- word599 <voice name="anna">Her<\/voice>$/);
});

test('strikethrough with one or two tildes, and task lists, are read', () => {
  expect(markdownText('~~gone~~ and ~also~, about ~5 or ~6\n\n- [x] done\n- [ ] open\n- [link]\n')).toBe(
    'gone and also, about ~5 or ~6\n\n- done\n- open\n- [link]',
  );
});

test('text that is deeply indented, quoted or nested is kept', () => {
  const nested = Array.from({ length: 60 }, (_, at) => `${'  '.repeat(at)}- word${at}`).join('\n');
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`);
  expect(markdownText(nested).match(/word\d+/g)).toEqual(words);
  expect(markdownText(`${'> '.repeat(500)}deep\n\n${'- '.repeat(500)}deeper`)).toContain('deeper');
  expect(markdownText(`${'> '.repeat(500)}deep`)).toBe('deep');
});

test.each(['- > ', '- ', '1. ', '<!a ', '<!a\n', '~a', '*', '\n', '[a`b '])(
  'a megabyte of %j is read in bounded time',
  (part) => {
    const document = `${part.repeat(1_000_000 / part.length)} words`;
    expect(markdownText(document)).toMatch(part.startsWith('<!') ? /^$/ : /words$/);
  },
);

test('bare URLs are kept', () => {
  const source = 'See https://example.com/a_b_c?x=1&y=2, www.example.com/~user/ and a_b@example.com.';
  expect(markdownText(source)).toBe(source);
});
