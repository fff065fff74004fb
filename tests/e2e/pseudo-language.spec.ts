import { readdir, readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { pseudoLanguage } from '../../codegen/catalogues/pseudo-catalogue.ts';
import { isFull } from '../support/full.ts';
import { ownWords, recordData } from './own-words.ts';
import { showPseudoLanguage } from './pseudo-build.ts';
import { openPanels, screensOf, walks } from './screens.ts';
import { open, signIn, stage, test } from './stage.ts';
import { textsOnPage, widerThanWindow } from './texts-on-page.ts';

/** A desk, a tablet, a phone. */
const widths = [1440, 1024, 375];

/**
 * Returns the faults of the page's current texts: those that are not from the catalogue, at the first width,
 * and those whose box is too narrow, at each.
 * @param answered returns the texts of the data that the page has received when it is called
 */
async function faults(page: Page, answered: () => Promise<ReadonlySet<string>>): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 });
    const wider = await widerThanWindow(page);
    if (wider) found.push(`${width}: ${wider}`);
    const texts = await textsOnPage(page);
    // Read after the texts, so that it includes all data shown in them.
    const data = await answered();
    for (const shown of texts) {
      const { text, of, cut } = shown;
      const foreign = ownWords(shown, data);
      if (foreign && width === widths[0])
        found.push(`“${text}” (${of}): “${foreign}” is not from the catalogue`);
      if (cut && text.includes('[')) found.push(`${width}: “${text}” (${of}) is ${cut}`);
    }
  }
  return found;
}

// A minute for all; the administrators' few screens show that the walk finds what it should.
for (const walk of isFull ? walks : walks.filter((one) => one === 'of administrators'))
  test(`the screens ${walk} show only texts of the catalogue, and have room for longer ones`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await showPseudoLanguage(context);
    const page = await context.newPage();
    const data = recordData(page);
    const [who, screens] = screensOf(stage())[walk]!;
    await signIn(page, who);
    for (const [name, path] of screens) {
      await page.setViewportSize({ width: widths[0]!, height: 860 });
      await open(page, path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading').first()).toBeVisible();
      const loading = main.getByRole('status', { name: '[Ļööåđîîñĝ]' });
      await expect(loading).toHaveCount(0);
      await openPanels(page);
      // An expanded panel may load its own data.
      await data();
      await expect(loading).toHaveCount(0);
      expect.soft(await faults(page, data), name).toEqual([]);
    }
    await context.close();
  });

test('the product does not contain the pseudo-language', async () => {
  const speaking = async (build: string) => {
    const folder = new URL(`../../client/dist/${build}/assets/`, import.meta.url);
    const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'));
    const texts = await Promise.all(scripts.map((file) => readFile(new URL(file, folder), 'utf8')));
    return scripts.filter((file, place) => (file + texts[place]).includes(pseudoLanguage)).length;
  };
  expect(await speaking('pseudo')).toBeGreaterThan(20);
  expect(await speaking('dashboard')).toBe(0);
});
