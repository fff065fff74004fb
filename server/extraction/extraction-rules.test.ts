import { describe, expect, it } from 'vitest';
import { extractArticle } from './extract-article.ts';
import { ExtractionError } from './extraction-error.ts';
import type { ExtractorRule, ExtractorRuleType } from './extraction-rules.ts';
import { extractorRuleTypes } from './extraction-rules.ts';

const lines = (article: string): string[] => article.split('\n\n');
const rules = (...list: [ExtractorRuleType, string][]): ExtractorRule[] =>
  list.map(([rule, selector]) => ({ rule, selector }));
const page = `<html lang="en"><head><title>Site</title><meta name="day" content="2026-01-02T03:04:05+01:00"></head><body>
<div class="kicker">Kicker of the piece</div><h1>Shown headline of the page</h1><div class="when">On 5 May 2026</div>
<div class="story"><p>The first paragraph is long enough to be taken for prose by anyone who measures it.</p>
<div class="box related"><p><a href="/x">A box that is cleaned away</a></p></div>
<p>The second <span class="w">para<b>graph</b></span> is long enough to be taken for prose as well, by the same measure.</p>
<p class="end">The end mark.</p><p>After the end there is a third paragraph, again with more than sixty characters in it.</p>
<div class="lines">One line<br>Another line<br><br>Last line</div></div>
<div class="extra"><p>Extra text from another part of the page, which the automatic extraction may leave out.</p></div></body></html>`;
const textWith = (...list: [ExtractorRuleType, string][]): string[] =>
  lines(extractArticle(page, { rules: rules(...list) }).text);

it('the thirteen rules of the specification exist', () => {
  expect(extractorRuleTypes).toHaveLength(13);
});

describe('each rule', () => {
  it('should: the text consists of the matches, in page order', () => {
    expect(textWith(['should', '.extra'], ['should', '.story > p:first-child'])).toEqual([
      expect.stringMatching(/^The first/),
      expect.stringMatching(/^Extra/),
    ]);
    expect(textWith(['should', '.story'], ['should', '.story p.end'])).toHaveLength(6);
  });

  it('should: without a match, automatic extraction applies', () => {
    expect(textWith(['should', '.missing'])).toContainEqual(expect.stringMatching(/^The first/));
  });

  it('should_strict: without a match there is no article', () => {
    expect(textWith(['should_strict', '.kicker'])).toEqual(['Kicker of the piece']);
    expect(() => textWith(['should_strict', '.missing'])).toThrow(
      expect.objectContaining({ kind: 'no-text' }) as Error,
    );
  });

  it('whitelist: matches are protected from cleaning', () => {
    expect(textWith()).not.toContainEqual(expect.stringMatching(/^A box/));
    expect(textWith(['whitelist', '.box'])).toContainEqual(expect.stringMatching(/^A box/));
  });

  it('unwrap_br: lines become paragraphs', () => {
    expect(textWith(['should', '.lines'])).toEqual(['One line Another line', 'Last line']);
    expect(textWith(['unwrap_br', '.lines'], ['should', '.lines'])).toEqual([
      'One line',
      'Another line',
      'Last line',
    ]);
  });

  it('unwrap: tags are removed, their text is kept', () => {
    expect(
      textWith(['unwrap', '.extra p'], ['should_strict', '.extra p'], ['should', '.story']).join(),
    ).toContain('second paragraph is');
    expect(() => textWith(['unwrap', '.extra p'], ['should_strict', '.extra p'])).toThrow(ExtractionError);
  });

  it('title: the first match is the article’s title', () => {
    expect(extractArticle(page, { rules: rules(['title', '.kicker']) }).title).toBe('Kicker of the piece');
    expect(extractArticle(page, { rules: rules(['title', '.missing']) }).title).toBe(
      'Shown headline of the page',
    );
  });

  it('should-not: what matches is removed', () => {
    expect(textWith(['should-not', '.story p:not(.end), .lines'], ['should', '.story']).join()).toBe(
      'The end mark.',
    );
  });

  it('should-before: the article is above the match', () => {
    expect(textWith(['should-before', '.end'], ['should', '.story, .extra'])).toHaveLength(2);
  });

  it('should-after: the article is below the match', () => {
    expect(textWith(['should-after', '.end'], ['should', '.story, .extra'])).toEqual([
      expect.stringMatching(/^After the end/),
      'One line Another line',
      'Last line',
      expect.stringMatching(/^Extra/),
    ]);
  });

  it('should-before-br and should-after-br: the text above or below the first line break of a match', () => {
    expect(textWith(['should-before-br', '.lines'], ['should', '.lines'])).toEqual(['One line']);
    expect(textWith(['should-after-br', '.lines'], ['should', '.lines'])).toEqual([
      'Another line',
      'Last line',
    ]);
    expect(textWith(['should-before-br', '.end'], ['should', '.end'])).toEqual(['The end mark.']);
  });

  it('publication-date: from an attribute or from the text', () => {
    const dateWith = (selector: string): string | null =>
      extractArticle(page, { rules: rules(['publication-date', selector]) }).publishedAt;
    expect(dateWith('meta[name=day]')).toBe('2026-01-02T03:04:05+01:00');
    expect(dateWith('h1, .when')).toBe('2026-05-05');
  });

  it('charset: overrides the charset of the page', () => {
    const bytes = Buffer.from(
      '<html><head><meta charset="utf-8"></head><body><p>Gr\u00fc\u00dfe an alle, die diese Seite lesen und sich an ihren Umlauten ' +
        'erfreuen.</p></body></html>',
      'latin1',
    );
    expect(extractArticle(bytes, { rules: rules(['charset', 'iso-8859-1']) }).text).toContain('Grüße');
    expect(extractArticle(bytes, { rules: rules(['charset', 'iso-8859-5']) }).text).not.toContain('Grüße');
  });
});

it('rules apply in order, each to the result of the previous ones', () => {
  expect(() => textWith(['should-not', '.extra'], ['should_strict', '.extra'])).toThrow(ExtractionError);
  expect(textWith(['should_strict', '.kicker'], ['should-not', '.extra'])).toEqual(['Kicker of the piece']);
});

describe('rules that cannot be applied', () => {
  it.each([
    ['should', 'p['],
    ['should-not', ''],
    ['unwrap', '>>'],
    ['title', ':nonsense('],
  ] as [ExtractorRuleType, string][])('%s %s', (rule, selector) => {
    expect(() => extractArticle(page, { rules: [{ rule, selector }] })).toThrow(
      expect.objectContaining({
        kind: 'bad-selector',
        rule: { rule, selector },
        message: expect.stringContaining(`'${rule}'`) as string,
      }) as Error,
    );
  });

  it('unknown rule names are refused', () => {
    expect(() =>
      extractArticle(page, { rules: [{ rule: 'shall' as ExtractorRuleType, selector: 'p' }] }),
    ).toThrow(expect.objectContaining({ kind: 'unknown-rule' }) as Error);
    expect(() =>
      extractArticle(page, { rules: [{ rule: 'constructor' as ExtractorRuleType, selector: 'p' }] }),
    ).toThrow(expect.objectContaining({ kind: 'unknown-rule' }) as Error);
    expect(() => extractArticle(page, { rules: rules(['charset', 'klingon']) })).toThrow(
      expect.objectContaining({ kind: 'unknown-charset' }) as Error,
    );
  });
});
