import type { AnyNode, Document } from 'domhandler';
import { hasChildren, isComment, isTag, isText } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { expect, it } from 'vitest';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { parsePage } from './page.ts';

type Tree = string | [name: string, attributes: Record<string, string>, below: Tree[]];

function treeOf(node: AnyNode): Tree {
  if (isText(node)) return node.data;
  if (isComment(node)) return `<!--${node.data}`;
  const [name, attribs] = isTag(node) ? [node.name, { ...node.attribs }] : [node.type, {}];
  return [name, attribs, hasChildren(node) ? node.children.map(treeOf) : []];
}

const plain = (html: string): Document => parse(html, { treeAdapter: adapter, scriptingEnabled: true });

/** What ends a piece of text, or is read as something else, among pieces of text. */
const parts = [
  ['<', '>', '&', '&amp;', '&lt', '"', "'", '\n', '\r', '\r\n', '\0', ' ', '\u{1F600}', '\uD800', 'é 日本'],
  ['a', 'b ', 'words of a text', '<p>', '</p>', '<br>', '<b>', '</b>', '<pre>\n', '</pre>', '<a title="'],
  ['<a href="x y&amp;z\r\n">', "<a title='", '<i class=x', '<!--', '-->', '<![CDATA[', '<table>', '<tr>'],
  ['<td>', '</table>', '<script>', '</script>', '<style>', '</style>', '<title>', '</title>', '<body>'],
  ['<textarea>\n', '</textarea>', '<svg>', '</svg>', '<math>', '<head>', '</body>'],
].flat();

it('splits pages like the parser, with any markup between the words', () => {
  const next = randomFrom(28);
  for (let page = 0; page < 1_500; page++) {
    const html = `<p>${Array.from(
      { length: 1 + Math.floor(25 * next()) },
      () => parts[Math.floor(parts.length * next())],
    ).join('')}`;
    expect(treeOf(parsePage(html)), JSON.stringify(html)).toEqual(treeOf(plain(html)));
  }
});

it('a text continues across the chunk boundaries of a page', () => {
  const html = `<p>${'Words of a text\n'.repeat(80_000)}<a href="${'x'.repeat(600_000)}">Ende\u{1F600}`;
  expect(treeOf(parsePage(html))).toEqual(treeOf(plain(html)));
});
