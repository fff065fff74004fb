import { expect, it } from 'vitest';
import { firstOf } from './dom.ts';
import { likelyOf } from './likely-paragraphs.ts';
import { parsePage } from './page.ts';
import { paragraphsOf } from './paragraphs.ts';

const sentence = 'is what the paper says of the ferry, at length and with care.';
/** What is likely of lines with their chances. */
function likely(lines: readonly [html: string, chances: readonly number[]][]): string[] {
  const all = paragraphsOf(firstOf(parsePage(lines.map(([html]) => html).join('')), 'body')!);
  const chances = Float32Array.from(lines.flatMap(([, own]) => own));
  return likelyOf(all, chances, 0.35, false).map((index) => all[index]!.text.split(' ')[0]!);
}
const text = (word: string): [string, number[]] => [`<p>${word} ${sentence}</p>`, [0.98]];

it('a list that the last sentence announces is included, unless it links elsewhere or is very unlikely', () => {
  const list = (inner: (word: string) => string, chance: number): [string, number[]] => [
    `<ul>${['Oak', 'Ash'].map((word) => `<li>${inner(word)}</li>`).join('')}</ul>`,
    [chance, chance],
  ];
  const said = (word: string): string => `${word} grows slowly and is cut in winter`;
  const announced: [string, number[]] = ['<p>These woods are used for the deck:</p>', [0.9]];
  const start = [text('One'), text('Two'), announced];
  expect(likely([...start, list(said, 0.1)])).toEqual(['One', 'Two', 'These', 'Oak', 'Ash']);
  expect(likely([...start, list((word) => `<a href="/w">${said(word)}</a>`, 0.1)])).toHaveLength(3);
  expect(likely([...start, list(said, 0.02)])).toHaveLength(3);
  expect(likely([...start, list((word) => word, 0.1)])).toHaveLength(3);
  expect(likely([text('One'), text('Two'), list(said, 0.1)])).toHaveLength(2);
  expect(likely([text('One'), ['<p>See also:</p>', [0.9]], list(said, 0.1)])).toHaveLength(2);
});

it('the last sentence belongs to the text even with an extra class name', () => {
  const named = (word: string, names: string): string => `<p class="${names}">${word} ${sentence}</p>`;
  const start = ['One', 'Two', 'Three'].map((word): [string, number[]] => [named(word, 'prose'), [0.98]]);
  expect(likely([...start, [named('Last', 'prose prose-end'), [0.3]]])).toHaveLength(4);
  expect(likely([...start, [named('Last', 'rights'), [0.3]]])).toHaveLength(3);
});

it('a text that is split into blocks of one class is read across all of them', () => {
  const block = (name: string, words: readonly string[], last: number): [string, number[]] => [
    `<div class="${name}">${words.map((word) => `<p>${word} ${sentence}</p>`).join('')}</div>`,
    words.map((_word, at) => (at === words.length - 1 ? last : 0.98)),
  ];
  const start = block('story-part', ['One', 'Two', 'Three'], 0.98);
  expect(likely([start, block('story-part', ['Four', 'Last'], 0.2)])).toHaveLength(5);
  expect(likely([start, block('story-part', ['Four', 'Last'], 0.1)])).toHaveLength(4);
  expect(likely([start, block('rights', ['Four', 'Last'], 0.2)])).toHaveLength(4);
  expect(likely([start, block('story-part', ['Last'], 0.2)])).toHaveLength(3);
});

it('in a block with a comments class only the most likely paragraphs are included', () => {
  const block = (chance: number): [string, number[]] => [
    `<ul class="recent-comments"><li>Ann: I have ${sentence}</li><li>Bob: It ${sentence}</li></ul>`,
    [chance, chance],
  ];
  expect(likely([text('One'), text('Two'), block(0.86)])).toEqual(['One', 'Two']);
  expect(likely([text('One'), text('Two'), block(0.92)])).toHaveLength(4);
});

it('captions are included only if they are most of the text', () => {
  const slide = (word: string): [string, number[]] => [
    `<section><p class="slide" itemprop="caption">${word} ${sentence}</p></section>`,
    [0.8],
  ];
  const slides = ['Oak', 'Ash', 'Elm', 'Fir', 'Yew', 'Box'].map(slide);
  expect(likely([text('One'), ...slides])).toHaveLength(7);
  expect(
    likely([...['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map(text), ...slides]),
  ).toHaveLength(7);
});

it('a short line between included paragraphs is included, unless it is very unlikely', () => {
  const steps = (chance: number): [string, number[]] => [
    `<ol><li>First the deck ${sentence}</li><li>2. Wait.</li><li>Then the mast ${sentence}</li></ol>`,
    [0.98, chance, 0.98],
  ];
  expect(likely([text('One'), steps(0.15)])).toEqual(['One', 'First', '2.', 'Then']);
  expect(likely([text('One'), steps(0.05)])).toEqual(['One', 'First', 'Then']);
});

it('an entry among similar entries is included with its heading, comments and teasers are not', () => {
  const entry = (name: string, word: string, chance: number): [string, number[]] => [
    `<section class="${name}"><h2>At ten</h2><p>${word} ${sentence}</p></section>`,
    [chance, chance],
  ];
  const chronicle = (name: string, last: number, reads = ['One', 'Two']): string[] =>
    likely([...reads.map((word) => entry(name, word, 0.95)), entry(name, 'Last', last)]).slice(-2);
  expect(chronicle('live-entry', 0.32)).toEqual(['At', 'Last']);
  expect(chronicle('live-entry', 0.2)).toEqual(['At', 'Two']);
  expect(chronicle('live-entry', 0.32, ['One'])).toEqual(['At', 'One']);
  expect(chronicle('teaser', 0.32)).toEqual(['At', 'Two']);
});

it('a link above the text with the number of comments does not mark the text as comments', () => {
  const page = (link: string): string[] =>
    likely([
      [`<div class="with-comments">${link}${text('One')[0]}${text('Two')[0]}</div>`, [0.02, 0.98, 0.98]],
    ]);
  expect(page('<p><a href="#comments">4 Comments</a></p>')).toEqual(['One', 'Two']);
  expect(page('<h3>4 Comments</h3>')).toEqual([]);
  expect(page('<p><a name="comments">4 Comments</a></p>')).toEqual([]);
});
