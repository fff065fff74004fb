import { expect, it } from 'vitest';
import { wordText } from '../../tests/support/document-bombs.ts';
import { readDocumentText } from './document-text.ts';

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const read = (body: string) =>
  readDocumentText({ format: 'docx', bytes: new Uint8Array(wordText(body)), most: 1_000 });

it('a Word document is read with insertions and without deleted or struck-out text', async () => {
  const paragraphs = [
    `${run('Drei Menschen ')}${run('starben', '<w:strike/>')}${run('wurden verletzt.')}`,
    `${run('Er ')}<w:del w:author="A">${run('schwieg')}</w:del><w:ins w:author="A">${run('sprach')}</w:ins>${run('.')}`,
    `${run('Nicht ', '<w:strike w:val="0"/>')}${run('gestrichen', '<w:b/>')}<w:r><w:tab/></w:r>${run('Ende')}`,
  ];
  expect(await read(paragraphs.map((paragraph) => `<w:p>${paragraph}</w:p>`).join(''))).toEqual({
    text: 'Drei Menschen wurden verletzt.\n\nEr sprach.\n\nNicht gestrichen\tEnde\n\n',
  });
});

it('pictures in documents are ignored', async () => {
  const picture =
    '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"/></w:drawing></w:r>';
  expect(await read(`<w:p>${run('Text')}${picture}</w:p>`)).toEqual({ text: 'Text\n\n' });
});
