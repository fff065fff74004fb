import { expect, it } from 'vitest';
import { firstOf } from './dom.ts';
import { parsePage } from './page.ts';
import { paragraphsOf } from './paragraphs.ts';
import { signatureOf, withoutPostsBelow } from './comments-below.ts';

const title = 'The ferry returns to the harbour';
const prose = (word: string): string => `<p>${word} ${'is said at length here. '.repeat(8)}</p>`;
const article = `<main><h1>${title}</h1><div>${prose('One')}${prose('Two')}</div></main>`;

/** The first words of what is left, where paragraphs of the article are sure and others are so likely. */
function left(html: string, others: number, own = title, isDiscussion = false): string[] {
  const all = paragraphsOf(firstOf(parsePage(html), 'body')!);
  const isOwn = (text: string): boolean => /^(?:One|Two|Three) /.test(text);
  const chances = Float32Array.from(all, ({ text }) => (isOwn(text) ? 0.98 : others));
  const chosen = [...all.keys()].filter((index) => chances[index]! >= 0.35 && all[index]!.kind !== 'heading');
  return withoutPostsBelow(all, chances, chosen, { title: own, isDiscussion }, () => false).map(
    (index) => all[index]!.text.split(' ')[0]!,
  );
}

it.each([
  ['#1 Guest, 12 March 2019 at 14:07', 'guest'],
  ['Uwe aus Kiel, 12.03.2019, 14:07 Uhr - Antworten', 'uwe'],
  ['GrumpyCat42 3 hours ago', 'grumpycat42'],
  ['tinka gestern', 'tinka'],
  ['Camille il y a 2 jours', 'camille'],
  ['Monday, 12 March 2019', null],
  ['12.03.2019, 14:07 Uhr', null],
  ['Stand: 12.03.2019', null],
  ['J. R. Harlow, 12 March 2019', 'j.'],
  ['März 2019', null],
  ['She has lived here for three years.', null],
])('the author of a comment is read from its signature %s', (line, name) => {
  expect(signatureOf(line)).toBe(name);
});

const thread = (names: readonly string[], below = prose('Said')): string =>
  `<dl>${names.map((name) => `<dt>${name}, 4 May 2026</dt><dd>${below}</dd>`).join('')}</dl>`;
const names = ['Ann', 'Bob', 'Cem'];

it('signed passages in a row are a thread, but not a chronicle or a list of names', () => {
  expect(left(article + thread(names), 0.45)).toEqual(['One', 'Two']);
  expect(left(article + thread(names), 0.8)).toContain('Said');
  expect(left(article + thread(names.slice(1)), 0.45)).toContain('Said');
  expect(left(article + thread(['Ann', 'Ann', 'Ann']), 0.45)).toContain('Said');
  expect(left(article + thread(names, ''), 0.45)).toContain('Ann,');
  expect(left(article + thread(['Monday', 'Tuesday', 'Friday']), 0.45)).toContain('Said');
});

it('on a discussion page the signed posts are the content', () => {
  expect(left(article + thread(names), 0.45, title, true)).toContain('Said');
});

const post = (heading: string, element = 'article'): string =>
  `<${element}>${heading}${prose('Other')}</${element}>`;
const linked = '<h2><a href="/older">An older story of the harbour</a></h2>';

it('a block below whose headline links elsewhere is another post', () => {
  expect(left(article + post(linked), 0.8)).toEqual(['One', 'Two']);
  expect(left(article + post(linked), 0.95)).toContain('Other');
  expect(left(article + post('<h2>What it costs</h2>'), 0.8)).toContain('Other');
  expect(left(article + post('<h2><a href="#cost">What it costs</a></h2>'), 0.8)).toContain('Other');
});

it('sections of the article, pages with many posts and lists with links are kept', () => {
  const inner = article.replace('</div></main>', `${post(linked, 'section')}</div></main>`);
  expect(left(inner, 0.8)).toContain('Other');
  expect(left(article + post(linked), 0.8, 'The Gazette of the North')).toContain('Other');
  const things = Array.from({ length: 9 }, () => post(linked, 'section')).join('');
  expect(left(article + things, 0.8).filter((word) => word === 'Other')).toHaveLength(9);
});

it('a block is more likely a thread the more people sign, and the more dates are relative', () => {
  const talk = (people: readonly string[], when: string): string =>
    `<dl>${people.map((name) => `<dt>${name}, ${when}</dt><dd>${prose('Said')}</dd>`).join('')}</dl>`;
  const people = [...names, 'Dora'];
  expect(left(article + talk(people, '4 May 2026'), 0.65)).toEqual(['One', 'Two']);
  expect(left(article + talk(people, '4 May 2026'), 0.75)).toContain('Said');
  expect(left(article + talk(people, '1992'), 0.65)).toContain('Said');
  expect(left(article + talk(names, 'vor 2 Tagen'), 0.9)).toEqual(['One', 'Two']);
});

const datedPost = (heading: string, day = '<p>3 hours ago by Uwe</p>', paragraphs = 1): string =>
  `<div class="post">${heading}${day}${prose('Other').repeat(paragraphs)}</div>`;

it('a post with a date below its headline is a separate article, at any position and of any length', () => {
  const inner = article.replace('</div></main>', `${datedPost(linked)}</div></main>`);
  expect(left(inner, 0.95)).toEqual(['One', 'Two']);
  expect(left(article + datedPost(linked, undefined, 30), 0.95)).toEqual(['One', 'Two']);
  expect(left(article + datedPost(linked, '<p>12.03.2019</p>', 30), 0.95)).toEqual(['One', 'Two']);
  expect(left(article + datedPost(linked, undefined, 90), 0.95)).toEqual(['One', 'Two']);
  expect(left(article + datedPost(linked, undefined, 90), 0.95, 'The Gazette of the North')).toContain(
    'Other',
  );
  for (const line of ['Fares and times', 'Mehr dazu hier', 'What matters today', 'Canal 4, 20:15'])
    expect(left(article + datedPost(linked, `<p>${line}</p>`, 30), 0.8)).toContain('Other');
  expect(left(article + datedPost('<h2>What it costs</h2>', undefined, 30), 0.8)).toContain('Other');
});

it('lists of posts, chronicles whose entries have addresses and the page’s main post are kept', () => {
  const first = article.replace(`<h1>${title}</h1>`, `<h2><a href="/ferry">${title}</a></h2>`);
  expect(left(first + datedPost(linked), 0.95, 'The Gazette of the North')).toContain('Other');
  const entries = datedPost(linked).repeat(7);
  expect(left(article.replace('</div></main>', `${entries}</div></main>`), 0.95)).toContain('Other');
  const own = `<p>One line of the site that stands above all of its pages, whatever they say.</p>${datedPost(`<h2><a href="/ferry">${title}</a></h2>`)}`;
  expect(left(own, 0.95)).toContain('Other');
  const better = `<ul>${'<li>One of the rubrics (7)</li>'.repeat(20)}</ul>${datedPost(linked)}`;
  expect(left(better, 0.9, 'The Gazette of the North')).toContain('Other');
});

it('a page that contains only a thread is not read as an article', () => {
  const page = `<h1>${title}</h1><p>PDF</p>${thread(names).replaceAll('4 May 2026', 'vor 2 Tagen')}`;
  const all = paragraphsOf(firstOf(parsePage(page), 'body')!);
  const chances = Float32Array.from(all, ({ kind, text }) =>
    kind === 'heading' || text === 'PDF' ? 0.1 : 0.8,
  );
  const chosen = [...all.keys()].filter((index) => chances[index]! >= 0.35);
  expect(chosen.length).toBeGreaterThan(3);
  const none = withoutPostsBelow(all, chances, chosen, { title, isDiscussion: false }, () => false);
  expect(none).toEqual([]);
});

it('below a text without headline, a post that is hardly more article-like is another article', () => {
  const text = article.replace(`<h1>${title}</h1>`, '<h2>How we write</h2>');
  expect(left(text + datedPost(linked), 0.97, 'How the Gazette writes')).toEqual(['One', 'Two']);
  const all = paragraphsOf(firstOf(parsePage(text + datedPost(linked)), 'body')!);
  const likelier = (other: number): number => {
    const chances = Float32Array.from(all, ({ text: line }) => (line.startsWith('Other') ? other : 0.9));
    const chosen = [...all.keys()].filter((index) => all[index]!.kind !== 'heading');
    return withoutPostsBelow(all, chances, chosen, { title: 'Gazette', isDiscussion: false }, () => false)
      .length;
  };
  expect(likelier(0.92)).toBeLessThan(likelier(0.97));
});
