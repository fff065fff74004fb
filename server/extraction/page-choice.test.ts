import { expect, it } from 'vitest';
import { extractArticle } from './extract-article.ts';
import type { ExtractorRule } from './extraction-rules.ts';
import type { ChosenParagraph } from './page-choice.ts';

const prose = (start: string): string =>
  `<p>${start} stands at the beginning of a paragraph that is long enough to be taken for the text of an article, and says more.</p>`;
const html = `<html><body><nav><a href="/">Home</a></nav><main><h1>The ferry returns</h1><div class="story">${['One', 'Two', 'Three', 'Four'].map(prose).join('')}</div>
  <div class="note-204891 note"><p>The timetable changes on Sundays, the harbour master says.</p></div>
  <div style="display:none"><p>This sentence is for machines, and no browser shows it to anybody at all.</p></div>
  <section id="comments"><h3>3 comments</h3><ol class="comment-list">${['Nonsense', 'Thanks', 'I agree'].map((start) => `<li class="comment"><b>Ann</b> ${prose(start)}</li>`).join('')}</ol></section></main>
  <footer><p>By Ada Miller</p><p>Sign up for our free newsletter today, and miss nothing of the harbour.</p></footer></body></html>`;

function read(rules: ExtractorRule[] = []): { text: string; about: (start: string) => ChosenParagraph } {
  const told: ChosenParagraph[] = [];
  const { text } = extractArticle(html, { rules, told });
  return { text, about: (start) => told.find((paragraph) => paragraph.text.includes(start))! };
}

it('gives a reason for each excluded passage', () => {
  const { about } = read();
  expect(about('One stands')).toMatchObject({ isIncluded: true, reason: null });
  expect(about('for machines').reason).toBe('hidden');
  expect(about('Nonsense').reason).toBe('comments');
  expect(about('newsletter').reason).toBe('formula');
});

it.each(['One stands', 'Three stands'])('excludes a passage that the editor does not want: %s', (start) => {
  const { text, about } = read();
  const { rule } = about(start);
  expect(rule.rule).toBe('should-not');
  const after = read([rule]);
  expect(after.text.includes(start)).toBe(false);
  expect(after.text.length).toBeGreaterThan(0.6 * text.length);
});

it.each(['for machines', 'newsletter'])('includes a passage that the editor misses: %s', (start) => {
  const { about } = read();
  const { rule } = about(start);
  expect(rule.rule).toBe('whitelist');
  expect(read([rule]).text).toContain(start);
});

it('suggests a class that pages of a template share, never one with the number of a page', () => {
  const { rule } = read().about('timetable');
  expect(rule.selector).toBe('div.note');
});
