import { expect, it } from 'vitest';
import { firstOf } from './dom.ts';
import { isByline, isFurnitureLine } from './furniture.ts';
import { parsePage } from './page.ts';
import { paragraphsOf } from './paragraphs.ts';
import { tidied } from './tidy.ts';

const page = { title: null, author: 'Ada Miller', isDiscussion: false };
const prose = (word: string): string =>
  `<p>${word} is how a paragraph begins that is long enough to be taken for a part of what the author wrote, and that nobody would say a second time without a reason for it.</p>`;
function linesOf(html: string, title: string | null = null): string[] {
  const all = paragraphsOf(firstOf(parsePage(html), 'body')!);
  return tidied(all, [...all.keys()], { ...page, title }).map((index) => all[index]!.text);
}
const beginnings = (html: string): string[] => linesOf(html).map((line) => line.split(' ')[0]!);

it('a headline is not said again, also where the title names the site, and a section stays', () => {
  const html = `<h1>A ferry  returns</h1>${prose('One')}<h2>Ferry</h2>${prose('Two')}`;
  expect(linesOf(html, 'A Ferry Returns | The Gazette').map((line) => line.split(' ')[0])).toEqual([
    'One',
    'Ferry',
    'Two',
  ]);
});

it('a question to each guest stays, a copy of a neighbour or of a block goes', () => {
  const question = '<p>What would you do first if you were mayor of this town for a single day?</p>';
  expect(beginnings(question + prose('One') + question + prose('Two'))).toEqual([
    'What',
    'One',
    'What',
    'Two',
  ]);
  expect(beginnings(prose('One') + question + question + prose('Two'))).toEqual(['One', 'What', 'Two']);
  expect(beginnings(question + prose('One') + prose('Two') + question + prose('One'))).toEqual([
    'What',
    'One',
    'Two',
  ]);
});

it('meals of each day stay, ranks in a forum go', () => {
  const days = (label: string): string => [1, 2, 3, 4].map((day) => label + prose(`Day${day}`)).join('');
  expect(linesOf(days('<h3>Breakfast</h3>')).filter((line) => line === 'Breakfast')).toHaveLength(4);
  expect(linesOf(days('<div>Senior member</div>'))).not.toContain('Senior member');
});

it('an announcement that nothing follows goes, one of a list stays', () => {
  expect(linesOf(`${prose('One')}<p>This is what we found besides:</p>`)).toHaveLength(1);
  expect(linesOf(`${prose('One')}<p>These are the three:</p><ul><li>Oak</li><li>Ash</li></ul>`)).toHaveLength(
    4,
  );
});

it('who wrote it goes at the beginning, a sentence about somebody stays', () => {
  expect(beginnings(`<p>By Ada Miller, Lisbon</p>${prose('One')}`)).toEqual(['One']);
  expect(isByline('Von Klaus Meier und Sabine Rott', null)).toBe(true);
  expect(isByline('By noon the harbour was full.', null)).toBe(false);
  expect(isByline('Ada Miller has lived beside the harbour for fifty years now', 'Ada Miller')).toBe(false);
});

it.each([
  'Zdjęcie: Anna Nowak',
  'Фото: Иван Петров',
  '写真：共同',
  'Riproduzione riservata',
  'You are using an outdated browser. Please upgrade your browser to see this page.',
  'Sie verwenden einen veralteten Browser.',
])('%s is no part of an article', (line) => {
  expect(isFurnitureLine(line)).toBe(true);
});

it('ruby leaves no gap, hover boxes and commands of content systems no trace', () => {
  expect(
    linesOf(
      '<p>これは<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>です。</p>' +
        '<p>The <span class="tooltip">levy<span class="tooltip-text">A tax on goods.</span></span> rose.</p>' +
        '<p>[caption id="x" width="300"]The old bridge[/caption] It stands [sic] still.</p>',
    ),
  ).toEqual(['これは漢字です。', 'The levy rose.', 'The old bridge It stands [sic] still.']);
});
