import { describe, expect, it } from 'vitest';
import type { PageFigures, PageMemory } from './page-memory.ts';
import { rememberPage } from './page-memory.ts';

const usual = (at: number): PageFigures => ({
  length: 3_000 + 400 * (at % 5),
  confidence: 0.9 + 0.01 * (at % 4),
  path: 'body>div.page>article.story',
});

/** Returns the notice after each page. */
function notices(pages: PageFigures[]): (string | null)[] {
  let memory: PageMemory | null = null;
  return pages.map((page) => {
    const after = rememberPage(memory, page);
    memory = JSON.parse(JSON.stringify(after.memory)) as PageMemory;
    return after.notice?.message ?? null;
  });
}
const days = (count: number, page: (at: number) => PageFigures): PageFigures[] =>
  Array.from({ length: count }, (_, at) => page(at));

describe('notices about the pages of a source', () => {
  it('are absent for unchanged pages, and for a single outlier', () => {
    expect(
      notices([...days(30, usual), { length: 200, confidence: 0.3, path: null }, ...days(10, usual)]),
    ).toEqual(days(41, usual).map(() => null));
  });

  it('report that articles shrink within five pages of a template change, until that is normal', () => {
    const said = notices([
      ...days(20, usual),
      ...days(80, () => ({ length: 400, confidence: 0.85, path: 'body>main.new' })),
    ]);
    expect(said.slice(0, 20)).toEqual(days(20, usual).map(() => null));
    expect(said[24]).toMatch(
      /^The site’s template seems to have changed: its articles have become shorter: about 400 characters instead of 3,[67]\d\d\./,
    );
    expect(said.at(-1)).toBeNull();
  });

  it.each([
    ['swell', { length: 20_000, confidence: 0.9, path: usual(0).path }, 'become longer'],
    ['are not found', { length: 0, confidence: 0, path: null }, 'no articles are found'],
    ['are doubtful', { length: 3_000, confidence: 0.5, path: usual(0).path }, 'recognized less reliably'],
  ])('report that articles %s', (_what, page, words) => {
    expect(notices([...days(20, usual), ...days(5, () => page)]).at(-1)).toContain(words);
  });

  it('are absent until normal values are known', () => {
    expect(
      notices([...days(3, usual), ...days(5, () => ({ length: 10, confidence: 0.1, path: null }))]).every(
        (notice) => notice === null,
      ),
    ).toBe(true);
  });

  it('need bounded memory for any pages', () => {
    let memory: PageMemory | null = null;
    for (let at = 0; at < 500; at++)
      memory = rememberPage(memory, {
        length: at,
        confidence: 0.5,
        path: `body>div.x${'y'.repeat(at % 40)}`,
      }).memory;
    expect(JSON.stringify(memory).length).toBeLessThan(2_000);
  });
});
