import { expect, type Locator } from '@playwright/test';
import { languages } from '../../client/dashboard/generated/words/languages.ts';
import { open, raiseReports, signInAs, test } from './stage.ts';

/** Of what is drawn against what is behind it: WCAG 2.2, 1.4.11. */
const contrastLeast = 3;

for (const code of Object.keys(languages))
  test(`every report’s chart is readable in both color schemes (${code})`, async ({ page }, info) => {
    await page.addInitScript((language) => localStorage.setItem('parlance.language', language), code);
    const { analyst, project } = await raiseReports();
    await signInAs(page, analyst);
    await open(page, `/projects/${project}/stats?range=last-90-days`);
    const main = page.getByRole('main');
    const picker = main.locator('select').first();
    await expect(picker.locator('option').nth(1)).toBeAttached();
    const reports = await picker
      .locator('option')
      .evaluateAll((options: HTMLOptionElement[]) => options.map(({ value, text }) => ({ value, text })));
    expect(reports.length).toBeGreaterThan(20);
    const flaws: string[] = [];
    for (const { value: name, text } of reports) {
      await picker.selectOption(name);
      // What was shown before stays until the next is there.
      await expect(main.getByRole('heading', { name: text })).toBeVisible();
      const figure = main.locator('figure').filter({ has: page.locator(`svg[aria-label$=": ${text}"]`) });
      await expect(figure, `${name} ${code}`).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        const what = `${name} ${colorScheme} ${code}`;
        // For visual inspection, in test-results.
        await figure.screenshot({ path: info.outputPath(`${what}.png`) });
        flaws.push(...(await flawsOf(figure)).map((flaw) => `${what}: ${flaw}`));
      }
    }
    expect(flaws).toEqual([]);
  });

/** Texts that lie over each other or leave the picture, and what is drawn too faintly. */
const flawsOf = (figure: Locator): Promise<string[]> =>
  figure.evaluate((element, least) => {
    const picture = element.querySelector('svg[tabindex]')!;
    const frame = element.getBoundingClientRect();
    const flaws: string[] = [];
    const texts = [...picture.querySelectorAll('text')].map((text) => ({
      text: text.textContent ?? '',
      box: text.getBoundingClientRect(),
    }));
    for (const [index, { text, box }] of texts.entries()) {
      if (box.left < frame.left - 4 || box.right > frame.right + 4)
        flaws.push(`“${text}” leaves the picture`);
      for (const { text: other, box: by } of texts.slice(index + 1))
        if (box.left < by.right && by.left < box.right && box.top + 2 < by.bottom && by.top + 2 < box.bottom)
          flaws.push(`“${text}” lies over “${other}”`);
    }
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
      willReadFrequently: true,
    })!;
    /** Relative luminance of a colour as CSS has it, above another. */
    const luminance = (...colors: string[]): number => {
      for (const color of colors) {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const behind: string[] = [];
    for (let box: Element | null = element; box; box = box.parentElement)
      behind.unshift(getComputedStyle(box).backgroundColor);
    const ground = luminance('white', ...behind);
    // Skips the faint previous period; its figures are in the text too.
    for (const shape of picture.querySelectorAll(
      '[data-series]:not([data-past]) > :is(path, rect, circle)',
    )) {
      const { stroke, fill, opacity } = getComputedStyle(shape);
      // The area below a line says nothing that the line does not.
      if (Number(opacity) < 1) continue;
      const ink = luminance(stroke === 'none' ? fill : stroke);
      const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
      if (contrast < least) flaws.push(`${shape.localName} is drawn at ${contrast.toFixed(2)} : 1`);
    }
    return [...new Set(flaws)];
  }, contrastLeast);
