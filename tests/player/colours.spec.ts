import type { Page } from '@playwright/test';
import { isFull } from '../support/full.ts';
import { expect, players, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';

/** The cube's corners; `colours.test.ts` beside the player's colours has as many as there is time for. */
const steps = isFull ? [0, 36, 73, 109, 146, 182, 219, 255] : [0, 255];
const colours = [
  '#767676',
  '#777777',
  ...steps
    .flatMap((red) => steps.flatMap((green) => steps.map((blue) => [red, green, blue])))
    .map((values) => `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`),
];

const pages = { white: '#fff', 'middle grey': '#777', night: '#121110', sand: '#c9b27c' };

async function open(page: Page, stage: Stage, background: string): Promise<void> {
  const chapters = [
    { title: 'Dawn', startMs: 0 },
    { title: 'Boats', startMs: 10_000 },
  ];
  const items = [stage.item({ chapters }), stage.item({ tone: 'second', title: 'The tram' })];
  for (const kind of ['#fff', 'transparent'] as const)
    for (const version of [2, 3, 4, 'playlist'] as const)
      stage.configure(
        `c-${version}-${kind === '#fff' ? 'white' : 'through'}`,
        stage.config({
          items,
          channel: {
            version: version === 'playlist' ? 3 : version,
            kind: version === 'playlist' ? 'playlistPlayer' : 'player',
            background: kind,
            opened: true,
          },
        }),
      );
  stage.publisher.set('/ground.css', {
    headers: { 'content-type': 'text/css' },
    body: `html, body { background: ${background}; }`,
  });
  const containers = [2, 3, 4, 'playlist'].flatMap((version) =>
    ['white', 'through'].map(
      (kind) => `<div class="parlance-player" data-channel="c-${version}-${kind}" data-article="1"></div>`,
    ),
  );
  await page.goto(
    stage.page(
      '/colours',
      `${containers.join('')}<script async src="${stage.service.url}/player/loader.js"></script>`,
      { head: '<link rel="stylesheet" href="/ground.css">' },
    ),
  );
  await expect(players(page)).toHaveCount(8);
}

interface Bad {
  contrast: number;
  what: string;
}

/**
 * Runs in the page: paints every player in each colour, and measures each word that shows against all that is
 * behind it, by WCAG's formula.
 */
function measure(all: string[]): { measured: number; bad: Bad[] } {
  const parse = (text: string): [number, number, number, number] => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (/\(([^)]*)\)/.exec(text)?.[1] ?? '')
      .split(/[\s,/]+/)
      .map(Number);
    return [red, green, blue, alpha];
  };
  const over = (top: number[], under: number[]): number[] =>
    [0, 1, 2].map((at) => top[at]! * top[3]! + under[at]! * (1 - top[3]!));
  const luminance = (colour: number[]): number => {
    const [red, green, blue] = colour.map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const behind = (node: Element): number[] => {
    const layers: number[][] = [];
    for (
      let at: Element | null = node;
      at;
      at = at.parentElement ?? ((at.getRootNode() as ShadowRoot).host as Element | undefined) ?? null
    ) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3]! > 0) layers.push(colour);
      if (colour[3]! >= 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const elements = [...document.querySelectorAll('.parlance-player')].map(({ shadowRoot }) =>
    shadowRoot!.querySelector('parlance-audio')!,
  ) as (HTMLElement & {
    store: { config: { channel: { color: string; slug: string } }; request(request: object): void };
    paint(): void;
  })[];
  const still = new CSSStyleSheet();
  still.replaceSync('* { transition: none !important; animation: none !important; }');
  for (const { shadowRoot } of elements) shadowRoot!.adoptedStyleSheets.push(still);
  const bad: Bad[] = [];
  let measured = 0;
  for (const color of all)
    for (const element of elements) {
      element.store.config.channel.color = color;
      element.paint();
      for (const node of element.shadowRoot!.querySelectorAll<HTMLElement>('*')) {
        const words = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent!.trim());
        const drawn = node.matches('button') && node.querySelector('svg');
        if (
          (!words && !drawn) ||
          !node.checkVisibility({ visibilityProperty: true }) ||
          node.closest('[disabled], style')
        )
          continue;
        const ground = behind(node);
        const ink = over(parse(getComputedStyle(node).color), ground);
        const [light, dark] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
        const contrast = (light! + 0.05) / (dark! + 0.05);
        measured += 1;
        if (contrast < (words ? 4.5 : 3))
          bad.push({ contrast, what: `${color} ${element.store.config.channel.slug} ${node.className}` });
      }
    }
  return { measured, bad };
}

for (const [name, background] of Object.entries(pages))
  test(`text and graphics have enough contrast in every color on a ${name} page`, async ({ page, stage }) => {
    await open(page, stage, background);
    const check = async (): Promise<void> => {
      const { measured, bad } = await page.evaluate(measure, colours);
      expect(measured).toBeGreaterThan(colours.length * 20);
      expect(bad.toSorted((a, b) => a.contrast - b.contrast).slice(0, 5)).toEqual([]);
    };
    await check();
    // The full pill and the transcript's place; then the speeds of all versions, one of which is selected.
    for (const at of [4, 5])
      await players(page)
        .nth(at)
        .getByRole('button', { name: /^Play:/ })
        .click();
    await expect(page.locator('[data-stage=settled] .speed')).toHaveCount(2);
    await check();
    for (let at = 0; at < 8; at++) await players(page).nth(at).locator('.speed').click();
    await expect(page.locator('.chip[aria-pressed=true]')).toHaveCount(8);
    await check();
  });
