import type { Page } from '@playwright/test';

/**
 * Measures all words and drawings of the players against what is behind them, by WCAG's formula.
 * @param canvas the color that the test knows to be behind the players, in any notation
 * @returns what cannot be read, the worst first
 */
export const contrastsOf = (page: Page, canvas: string): Promise<string[]> => page.evaluate(measure, canvas);

/** Runs in the page. Colors are resolved by drawing them. */
function measure(canvas: string): string[] {
  type Colour = [number, number, number, number];
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')!;
  const resolve = (colour: string): Colour => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
    return [red!, green!, blue!, alpha! / 255];
  };
  const over = (top: Colour, under: Colour): Colour => [
    ...([0, 1, 2].map((at) => top[at]! * top[3] + under[at]! * (1 - top[3])) as [number, number, number]),
    1,
  ];
  const luminance = (colour: Colour): number => {
    const [red, green, blue] = colour
      .slice(0, 3)
      .map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  /** What is behind a node: layers of the player itself, and the page's color behind those. */
  const behind = (node: Element): Colour => {
    const layers: Colour[] = [];
    for (let at: Element | null = node; at; at = at.parentElement) {
      const colour = resolve(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
    }
    return layers.reverse().reduce((under, top) => over(top, under), resolve(canvas));
  };
  const bad: [contrast: number, what: string][] = [];
  const elements: HTMLElement[] = [];
  const collect = (from: ParentNode): void => {
    for (const node of from.querySelectorAll<HTMLElement>('*')) {
      if (node.localName === 'parlance-audio') elements.push(node);
      else if (node.shadowRoot) collect(node.shadowRoot);
    }
  };
  collect(document);
  let measured = 0;
  for (const element of elements)
    for (const node of element.shadowRoot!.querySelectorAll<HTMLElement>('*')) {
      const words = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent!.trim());
      const drawn = node.matches('button') && node.querySelector('svg');
      if (
        (!words && !drawn) ||
        !node.checkVisibility({ visibilityProperty: true }) ||
        node.closest('[disabled], style, .status')
      )
        continue;
      measured += 1;
      const ground = behind(node);
      const ink = over(resolve(getComputedStyle(node).color), ground);
      const [light, dark] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
      const contrast = (light! + 0.05) / (dark! + 0.05);
      if (contrast < (words ? 4.5 : 3)) bad.push([contrast, `${contrast.toFixed(2)} ${node.className}`]);
    }
  if (measured < elements.length * 3) return ['too little was measured'];
  return bad.sort(([a], [b]) => a - b).map(([, what]) => what);
}
