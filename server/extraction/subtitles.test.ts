import { expect, it } from 'vitest';
import { firstOf } from './dom.ts';
import { parsePage } from './page.ts';
import { paragraphsOf } from './paragraphs.ts';
import { withoutSubtitles } from './subtitles.ts';

const prose = (start: string): string => `<p>${start} ${'is said at length here. '.repeat(20)}</p>`;
const summary = 'After three years without a crossing the town can sail again, and many do.';
function heard(above: string, { stays = false, below = prose('One') + prose('Two') } = {}): string[] {
  const all = paragraphsOf(firstOf(parsePage(above + below), 'body')!);
  return withoutSubtitles(all, [...all.keys()], { description: summary }, () => stays).map(
    (index) => all[index]!.text.split(' ')[0]!,
  );
}

it.each([
  [
    'a sentence that is set as a heading',
    `<h2>Nobody in the town had thought that she would ever return</h2>`,
  ],
  ['a sentence that is named as a lead', '<p class="article-lead">Nobody had thought so.</p>'],
  ['a sentence that is named as a subtitle', '<div class="subtitle"><p>Nobody had thought so.</p></div>'],
  ['the words by which the page describes itself', `<p>${summary}</p>`],
  ['key points', '<ul><li>She is new</li><li>She is fast</li></ul>'],
])('%s is no part of the text', (_what, above) => {
  expect(heard(above)).toEqual(['One', 'Two']);
  expect(heard(above, { stays: true }).slice(-2)).toEqual(['One', 'Two']);
  expect(heard(above, { stays: true }).length).toBeGreaterThan(2);
});

it('the heading of a section, a sentence, what follows it and a text that is all like that stay', () => {
  expect(heard('<h2>The harbour</h2>')).toEqual(['The', 'One', 'Two']);
  expect(heard('<p>Nobody had thought so.</p><p class="lead">Nor had he.</p>')).toEqual([
    'Nobody',
    'Nor',
    'One',
    'Two',
  ]);
  expect(
    heard('<ul><li>She is new</li><li>She is fast</li></ul>', { below: '<p>So it is.</p>' }),
  ).toHaveLength(3);
});
