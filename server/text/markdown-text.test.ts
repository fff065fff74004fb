import { expect, test } from 'vitest';
import { markdownText } from './markdown-text.ts';

test('leaves what is read aloud, and the signs that part it', () => {
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

test('lists, tables and quotations are read in their order; words after a tag or far to the right are kept', () => {
  const source =
    '1. first\n2. second\n   - inner\n\n> quoted\n> on\n\n| a | b |\n| --- | --- |\n| c | d |\n\n' +
    '<div>in a tag</div>\n\n    far to the right\n\n' +
    'Visit www.example.com or <https://example.com/x>.[^1]\n\n[^1]: A note.\n\n<voice name="anna">\nHer\nwords\n</voice>\n';
  expect(markdownText(source)).toBe(
    '1. first\n2. second\n- inner\n\nquoted\non\n\na, b\nc, d\n\nin a tag\n\nfar to the right\n\nVisit www.example.com or .\n\n' +
      '<voice name="anna">\nHer\nwords\n</voice>',
  );
});

const hostile = (part: string, length: number): string =>
  part.startsWith('\n') ? part.slice(1).repeat(length / 4) : `[a${part.repeat(length / part.length)}`;

const parts = '*|[|![|]|<|<!--|<!A|<?|<![CDATA[|`|~~|> |- |_a |[a](|# |&|\\\\|[[]]|<a '.split('|');

test.each([...parts, '|', '2. ]]]a\n', '\n- > ', '\n1. - '])(
  'what is written to be slow is not: %s',
  (part) => {
    const { user } = process.cpuUsage();
    markdownText(hostile(part, 20_000));
    expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(2_500);
  },
);

test.each([
  [
    'lines that look blank and are not',
    (length: number) => `${'['.repeat(500)}\n\u00a0\n`.repeat(length / 503),
  ],
  ['a run within a word', (length: number) => `${'['.repeat(501)}a${'*'.repeat(length)}b`],
  ['lists in one line', (length: number) => '- - - x\n'.repeat(length / 8)],
  ['declarations without end', (length: number) => '<!a '.repeat(length / 4)],
] as const)('four times as much takes not much more than four times as long: %s', (_, made) => {
  const cpu = (length: number): number => {
    const { user } = process.cpuUsage();
    markdownText(made(length));
    return process.cpuUsage().user - user;
  };
  cpu(10_000);
  // The square would be sixteen times.
  expect(cpu(80_000)).toBeLessThan(9 * Math.max(cpu(20_000), 100_000));
});

test('a sign that begins nothing hides no words', () => {
  expect(markdownText('less <! 5 euros\n\nand > more <!DOCTYPE html> end')).toBe(
    'less <! 5 euros\n\nand > more  end',
  );
  expect(markdownText('- one\n- 1. two\n\n* * *\n')).toBe('- one\n\n1. two');
});

test('a passage with hundreds of links is read as one with few, and the next one as usual', () => {
  const links = Array.from({ length: 600 }, (_, index) => `[word${index}](https://x.example/${index})`);
  const words = Array.from({ length: 600 }, (_, index) => `word${index}`).join(' ');
  expect(markdownText(`${links.join(' ')}\n\n[next](https://x.example)`)).toBe(`${words}\n\nnext`);
  const list = links.map((link) => `- ${link} <voice name="anna">Her</voice>`).join('\n');
  expect(markdownText(list)).toMatch(/^- word0 <voice[^]*\n- word599 <voice name="anna">Her<\/voice>$/);
});
