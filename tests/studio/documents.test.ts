import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  emptyParagraphs,
  mislabeledWordDocument,
  pdfDocument,
  repeatedEntry,
  wordDocument,
  wordText,
} from '../support/document-bombs.ts';
import { useServer } from '../support/server.ts';

const site = createServer((request, response) => {
  const found = request.url === '/article';
  response
    .writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    .end(found ? article : 'Nothing here');
});
const sentence = 'The harbour was quiet that morning, and the ferry left on time with few people aboard. ';
const article = `<!doctype html><html lang="en"><head><title>The quiet harbour</title></head><body>
<nav><a href="/">Home</a> <a href="/sport">Sport</a></nav>
<main><article><h1>The quiet harbour</h1><p>${sentence.repeat(4)}</p><p>${sentence.repeat(3)}</p></article></main>
<footer>All rights reserved</footer></body></html>`;
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
const server = useServer({ env: { FETCH_ALLOW_HOSTS: '127.0.0.1' } });
let token: string;
beforeEach(async () => {
  token = await server.signIn(await server.make.user());
});
const read = async (name: string, content: Uint8Array | string) =>
  (
    await server.upload(
      `mutation ($file: File!) { readStudioDocument(input: { file: $file }) { __typename ... on ReadStudioDocumentSuccess { title text isCut } ... on ValidationError { fieldErrors { field code } } } }`,
      {},
      new File([content as BlobPart], name),
      token,
    )
  ).data!['readStudioDocument'];

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A page with lines at heights, as PDF has them. */
const pdf = (lines: readonly [text: string, y: number][]) =>
  pdfDocument(lines.map(([text, y]) => `BT /F1 12 Tf 72 ${y} Td (${text}) Tj ET`).join('\n'));

test('text is read from each type of document', async () => {
  expect(await read('Notes.txt', 'One.\r\n\r\nTwo.')).toMatchObject({
    title: 'Notes',
    text: 'One.\n\nTwo.',
    isCut: false,
  });
  expect(await read('a.md', '# Head\n\nSome **text**.')).toMatchObject({ text: '# Head\n\nSome text.' });
  expect(await read('a.docx', wordText(paragraph('One.') + paragraph('Two.')))).toMatchObject({
    text: 'One.\n\nTwo.',
  });
  expect(
    await read(
      'a.pdf',
      pdf([
        ['A sentence that goes', 700],
        ['on in this line.', 686],
        ['Another paragraph.', 640],
      ]),
    ),
  ).toMatchObject({ text: 'A sentence that goes on in this line.\n\nAnother paragraph.' });
});

test('unknown, broken and oversized documents are refused', async () => {
  const field = (code: string) => ({ fieldErrors: [{ field: 'file', code }] });
  expect(await read('a.exe', 'MZ')).toMatchObject(field('STUDIO_DOCUMENT_FORMAT'));
  expect(await read('a.docx', 'no zip')).toMatchObject(field('STUDIO_DOCUMENT_UNREADABLE'));
  expect(await read('a.pdf', 'no pdf')).toMatchObject(field('STUDIO_DOCUMENT_UNREADABLE'));
  expect(await read('a.txt', ' \n ')).toMatchObject(field('STUDIO_DOCUMENT_EMPTY'));
  const honest = repeatedEntry('word/document.xml', { block: ' '.repeat(1024 * 1024), times: 80 });
  for (const bomb of [wordDocument(honest), emptyParagraphs(10_000_000)])
    expect(await read('a.docx', bomb)).toMatchObject(field('STUDIO_DOCUMENT_TOO_DEMANDING'));
  expect(await read('a.docx', mislabeledWordDocument(80))).toMatchObject(field('STUDIO_DOCUMENT_UNREADABLE'));
});

test('the article of a web page is read, and errors are reported at the URL', async () => {
  const readPage = async (url: string) =>
    (
      await server.graphql(
        `mutation ($url: URL!) { readStudioPage(input: { url: $url }) { __typename ... on ReadStudioPageSuccess { title text isCut } ... on ValidationError { fieldErrors { field } } } }`,
        { url },
        token,
      )
    ).data!['readStudioPage'];
  const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const page = await readPage(` ${at}/article `);
  expect(page).toMatchObject({ title: 'The quiet harbour', isCut: false });
  expect(page.text).toContain(sentence.repeat(4).trim());
  expect(page.text).not.toMatch(/Sport|rights/);
  for (const url of [`${at}/gone`, 'http://10.0.0.1/', 'http://127.0.0.1:1/'])
    expect(await readPage(url)).toMatchObject({ fieldErrors: [{ field: 'url' }] });
});
