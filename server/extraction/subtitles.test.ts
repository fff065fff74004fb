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
  ['a sentence in a heading', `<h2>Nobody in the town had thought that she would ever return</h2>`],
  ['a sentence with a lead class', '<p class="article-lead">Nobody had thought so.</p>'],
  ['a sentence with a subtitle class', '<div class="subtitle"><p>Nobody had thought so.</p></div>'],
  ['the page’s meta description', `<p>${summary}</p>`],
  ['key points', '<ul><li>She is new</li><li>She is fast</li></ul>'],
])('%s is excluded from the text', (_what, above) => {
  expect(heard(above)).toEqual(['One', 'Two']);
  expect(heard(above, { stays: true }).slice(-2)).toEqual(['One', 'Two']);
  expect(heard(above, { stays: true }).length).toBeGreaterThan(2);
});

it('a section heading, a sentence, the text after it and a text of such lines are kept', () => {
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
