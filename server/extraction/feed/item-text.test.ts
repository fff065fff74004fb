import { describe, expect, it } from 'vitest';
import { isTeaser, itemText } from './item-text.ts';

const url = 'https://x.example/a';
const long = `<p>${'A sentence of an article that goes on for quite a while. '.repeat(30)}</p>`;
const item = (contentHtml: string | null, summary: string | null, link: string | null = url) => ({
  contentHtml,
  summary,
  url: link,
});

describe('isTeaser', () => {
  it.each([
    ['only a title', item(null, null), true],
    ['a short description', item(null, '<p>One sentence.</p>'), true],
    ['a cut description', item(null, `${long} …`), true],
    ['cut content', item(`${long}[&#8230;]`, 'x'), true],
    ['content that invites on', item(`${long}<a href="#">Weiterlesen</a>`, null), true],
    ['content', item(long, 'A sentence.'), false],
    ['a description equal to the text', item(null, long), false],
    [
      'short content next to a summary',
      item(`<p>${'A short report. '.repeat(25)}</p>`, 'A short report.'),
      false,
    ],
    [
      'signed content',
      item(`${long}<p>The post <a href="#">Title</a> appeared first on <a href="#">Site</a>.</p>`, null),
      false,
    ],
    ['no page to read more from', item(null, 'One sentence.', null), false],
  ])('%s: %o', (_what, given, expected) => {
    expect(isTeaser(given)).toBe(expected);
  });
});

it('itemText returns paragraphs without boilerplate', () => {
  const contentHtml =
    '<p>First <b>bold</b> &amp; ' +
    'plain.</p><figure><figcaption>Caption</figcaption></figure><ul><li>One.</li><li>Two.</li></ul><p>Photo: ' +
    'somebody</p><h2>Heading</h2><p>Last.</p>';
  expect(itemText({ title: 'T', summary: 'x', contentHtml })).toBe(
    'First bold & plain.\n\nOne.\n\nTwo.\n\nHeading\n\nLast.',
  );
  expect(itemText({ title: 'T', summary: null, contentHtml: null })).toBe('');
});
