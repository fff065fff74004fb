import { describe, expect, it } from 'vitest';
import { extractArticle } from './extract-article.ts';

const prose = (start: string): string =>
  `<p>${start} stands at the beginning of a paragraph that is long enough to be taken for the text of an article.</p>`;
const textOf = (html: string): string[] =>
  extractArticle(`<html><body>${html}</body></html>`).text.split('\n\n');

describe('what is read aloud', () => {
  it('lists, headings and quotations are separate paragraphs; table rows are lines', () => {
    expect(
      textOf(
        `${prose('One')}<h2>Heading</h2><ul><li>First</li><li>Second<ul><li>Inner</li></ul></li></ul><blockquote>${prose('Quote')}</blockquote><table><tr><th>Year</th><th>Tons</th></tr><tr><td>2025</td><td>12</td></tr></table>${prose('Two')}`,
      ),
    ).toEqual([
      expect.stringMatching(/^One/),
      'Heading',
      'First',
      'Second',
      'Inner',
      expect.stringMatching(/^Quote/),
      'Year, Tons',
      '2025, 12',
      expect.stringMatching(/^Two/),
    ]);
  });

  it('two line breaks start a paragraph, one does not', () => {
    expect(
      textOf(
        `<div>${'Line one of some text that is long enough<br>line two of the same<br><br>A new paragraph that is long enough as ' + 'well, surely so'}</div>`,
      ),
    ).toEqual([
      'Line one of some text that is long enough line two of the same',
      'A new paragraph that is long enough as well, surely so',
    ]);
  });

  it('footnote marks, ruby annotations and hidden text are not read', () => {
    const [text] = textOf(
      '<p>Water<sup><a href="#fn1">[1]</a></sup> boils at 10<sup>2</sup> degrees and <ruby>漢字<rt>かんじ</rt></ruby> are <span hidden>not ' +
        '</span>read<span style="display:none"> badly</span> as it should be.</p>',
    );
    expect(text).toBe('Water boils at 10² degrees and 漢字 are read as it should be.');
  });

  it('dates in a chronicle are kept, a date line is removed', () => {
    const days = [18, 19, 20]
      .map((day) => `<h2>${day} November 2026</h2>${prose(`First ${day}`)}${prose(`Second ${day}`)}`)
      .join('');
    expect(
      textOf(
        `<h1>The week in the harbour, day by day</h1><p>Published on 20 November 2026, 10:00</p><div>${prose('Before')}${days}</div>`,
      ),
    ).toEqual([
      expect.stringMatching(/^Before/),
      ...[18, 19, 20].flatMap((day) => [
        `${day} November 2026`,
        expect.stringMatching(`^First ${day}`),
        expect.stringMatching(`^Second ${day}`),
      ]),
    ]);
  });

  it('comments are removed, even if they are longer than the article and have no telling class', () => {
    const comments = (open: string, close: string): string =>
      Array.from(
        { length: 40 },
        (_, at) =>
          `${open}<b>Reader ${at}</b> <span>${at} hours ago</span><p>I have ${at} reasons not to agree with what was said above, and I will gladly tell them to whoever asks me.</p><a href="#">Reply</a>${close}`,
      ).join('');
    for (const thread of [
      `<div id="comments"><h3>40 Comments</h3>${comments('<div class="comment">', '</div>')}</div>`,
      `<section><h3>Have your say</h3>${comments('<div class="c1x">', '</div>')}</section>`,
    ]) {
      const text = textOf(
        `<article><h1>The harbour cup</h1>${['One', 'Two', 'Three', 'Four'].map(prose).join('')}</article>${thread}`,
      );
      expect(text.map((line) => line.split(' ')[0])).toEqual(['One', 'Two', 'Three', 'Four']);
    }
  });

  it('cards that link to other articles are removed', () => {
    const card = (name: string): string =>
      `<div class="teaser"><a href="/${name}"><img src="${name}.jpg" alt=""></a><h3><a href="/${name}">Another article altogether</a></h3><p>Its teaser.</p><a href="/${name}">Read more</a></div>`;
    const text = textOf(
      `<article>${['One', 'Two', 'Three', 'Four', 'Five'].map(prose).join('')}<div class="related">${card('a')}${card('b')}</div>${['Six', 'Seven'].map(prose).join('')}</article>`,
    );
    expect(text.map((line) => line.split(' ')[0])).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Five',
      'Six',
      'Seven',
    ]);
  });

  it('reading times are removed, the length of a half-time is not', () => {
    const text = textOf(
      `<article><h1>Rules of the harbour cup</h1><p>4 min read</p>${prose('One')}<ul><li>4 minutes</li><li>5 minutes</li></ul>${prose('Two')}${prose('Three')}</article>`,
    );
    expect(text).not.toContain('4 min read');
    expect(text).toEqual(expect.arrayContaining(['4 minutes', '5 minutes']));
  });

  it('a page without a title is named after its first words', () => {
    expect(extractArticle(prose('Something')).title).toBe(
      'Something stands at the beginning of a paragraph that is long enough to be…',
    );
  });

  it('a linked headline is not the title of a page that has a different title', () => {
    const titleOf = (title: string): string =>
      extractArticle(
        `<html><head><title>${title}</title></head><body><main><h2>The ferry returns to the harbour</h2>${prose('One')}${prose('Two')}</main><article><h1><a href="/older">Whales off the cape</a></h1>${prose('Other')}</article></body></html>`,
      ).title;
    expect(titleOf('The ferry returns to the harbour – The Gazette')).toBe(
      'The ferry returns to the harbour',
    );
    expect(titleOf('Whales off the cape')).toBe('Whales off the cape');
    expect(titleOf('Home')).toBe('Whales off the cape');
  });

  it('plain text is split into its paragraphs', () => {
    expect(
      extractArticle('One\ntwo.\n\nThree <3.', { contentType: 'text/plain; charset=utf-8' }),
    ).toMatchObject({ title: 'One two.', text: 'One two.\n\nThree <3.' });
  });
});

describe('texts too short for an article', () => {
  const links = Array.from(
    { length: 40 },
    (_, index) => `<li><a href="/${index}">Another thing to read, number ${index}</a></li>`,
  ).join('');
  const around = (text: string): string =>
    `<html><body><nav><ul>${links}</ul></nav><main><h1>Ferry timetable</h1><p>${text}</p></main><ul>${links}</ul><form><input name="q"><button>Search</button></form></body></html>`;
  const twoHundred =
    'The ferry to the island sails every hour from six in the morning to nine in the evening, from the outer mole as long as the ice ' +
    'lasts in the inner harbour and from the old quay as soon as it has gone. On Sundays it begins an hour later.';

  it.each([
    ['11', 'Loading now'],
    ['28', 'The story is no longer here.'],
    [
      '110',
      'This page shows you the timetable once you have chosen a day, a place to start from and where you wish to go.',
    ],
  ])('%s characters are not an article, or one of low confidence', (_characters, text) => {
    const confidence = (): number => {
      try {
        return extractArticle(around(text)).confidence;
      } catch (error) {
        expect(error).toMatchObject({
          name: 'ExtractionError',
          kind: expect.stringMatching(/^(?:no-text|needs-script|needs-consent)$/) as string,
        });
        return 0;
      }
    };
    expect(confidence()).toBeLessThan(0.6);
  });

  it('a notice for outdated browsers is not an article', () => {
    const notice = (headline: string): string =>
      extractArticle(
        `<html><head><title>The Gazette</title></head><body><h1>${headline}</h1>${twoHundred
          .split('. ')
          .map((sentence) => `<p>${sentence}.</p>`)
          .join('')}</body></html>`,
      ).text;
    expect(() => notice('Your browser is no longer supported')).toThrow();
    expect(notice('The ferry sails every hour')).toContain('On Sundays');
  });

  it('a few sentences are an article if they are the whole text', () => {
    expect(extractArticle(around(twoHundred)).text).toContain('On Sundays');
  });
});

describe('JSON-LD', () => {
  const linked = (data: string): string =>
    `<html><head><script type="application/ld+json">${data}</script></head><body>${prose('Shown')}</body></html>`;

  it('damaged blocks are repaired or skipped', () => {
    expect(
      extractArticle(
        linked('{"@type":"Article","headline":"A headline\nin two lines","datePublished":"2026-01-02",}'),
      ).publishedAt,
    ).toBe('2026-01-02');
    expect(extractArticle(linked('{"@type":"Article",')).text).toMatch(/^Shown/);
  });

  it('an articleBody much longer than the visible text is used as the text', () => {
    const body = 'The whole text of the article stands in the data alone. '.repeat(10);
    expect(extractArticle(linked(JSON.stringify({ '@type': 'NewsArticle', articleBody: body }))).text).toBe(
      body.trim(),
    );
  });

  it('endless nesting is cut off', () => {
    expect(extractArticle(linked(`${'{"@graph":['.repeat(2_000)}1${']}'.repeat(2_000)}`)).text).toMatch(
      /^Shown/,
    );
  });
});
