/**
 * What is behind a player on its page: resolved by the browser, in whatever notation the page uses, and
 * followed when the page changes it. Loaded for players that show what is behind them or follow it.
 */
import type { Rgb } from './colours.ts';
import { guard } from './guard.ts';

export interface Ground {
  /** Every color that can be behind it: of a gradient, each of its stops. */
  colours: Rgb[];
  /** Whether an image is behind it, whose colors are not known. */
  isBusy: boolean;
}

type Rgba = [...Rgb, alpha: number];

let pen: CanvasRenderingContext2D | null | undefined;

/** Resolves any CSS color by drawing it; transparent for an invalid one. */
function resolve(colour: string): Rgba {
  const plain = /^rgba?\(([^)]*)\)$/
    .exec(colour)?.[1]!
    .split(/[\s,/]+/)
    .map(Number);
  if (plain?.every(Number.isFinite)) return [plain[0]!, plain[1]!, plain[2]!, plain[3] ?? 1];
  if (pen === undefined) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    pen = canvas.getContext('2d', { willReadFrequently: true });
  }
  if (!pen) return [0, 0, 0, 0];
  pen.clearRect(0, 0, 1, 1);
  // What is no color leaves this.
  pen.fillStyle = 'transparent';
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  return [red!, green!, blue!, alpha! / 255];
}

const over = ([red, green, blue, alpha]: Rgba, under: Rgb): Rgb =>
  [red, green, blue].map((value, at) => Math.round(value * alpha + under[at]! * (1 - alpha))) as Rgb;

/** Gradients have few stops; each layer multiplies them. */
const coloursMost = 24;
/** Colors in a computed gradient. */
const stop = /#[\da-f]{3,8}\b|(?<![a-z-])[a-z-]{1,30}\([^()]{0,200}\)/gi;

/** An element and all around it, out of shadow trees too. */
function chainOf(element: Element): Element[] {
  const chain: Element[] = [];
  for (let node: Element | null = element; node;) {
    chain.push(node);
    node =
      node.assignedSlot ?? node.parentElement ?? ((node.getRootNode() as ShadowRoot).host as Element) ?? null;
  }
  return chain;
}

/** What is painted behind an element, the nearest first: where it can be hit, what only lies below it too. */
function behind(element: Element, chain: readonly Element[]): Element[] {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = width ? document.elementsFromPoint(left + width / 2, top + height / 2) : [];
  const at = chain.findIndex((node) => node.getRootNode() === document);
  const below = hit.slice(hit.indexOf(chain[at]!) + 1);
  const around = chain.slice(at + 1);
  // What lets clicks through cannot be hit, and is behind it nevertheless.
  const isWhole = around.every(
    (node) => below.includes(node) || getComputedStyle(node).pointerEvents !== 'none',
  );
  return hit.includes(chain[at]!) && isWhole ? [...chain.slice(1, at + 1), ...below] : chain.slice(1);
}

/** @param probe its outline has the color of the page's canvas */
export function groundOf(element: Element, probe: HTMLElement): Ground {
  const { documentElement: root, body } = document;
  const isBare = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean =>
    backgroundImage === 'none' && resolve(backgroundColor)[3] === 0;
  // The body's background is the canvas' where the root has none: behind all, whatever lies between.
  const isBodys = isBare(getComputedStyle(root));
  const last = isBodys && body ? [body, root] : [root];
  const nodes = [
    ...behind(element, chainOf(element)).filter((node) => !last.includes(node as HTMLElement)),
    ...last,
  ];

  probe.style.colorScheme = getComputedStyle(root).colorScheme;
  let colours = [over(resolve(getComputedStyle(probe).outlineColor), [255, 255, 255])];
  let isBusy = false;
  for (const node of nodes.reverse()) {
    const { backgroundColor, backgroundImage, backgroundClip } = getComputedStyle(node);
    if (backgroundClip === 'text') continue;
    const own = resolve(backgroundColor);
    if (own[3] === 1) isBusy = false;
    colours =
      own[3] === 1 ? [over(own, colours[0]!)] : own[3] ? colours.map((one) => over(own, one)) : colours;
    if (node.matches('img, video, canvas, svg, iframe, object, embed')) isBusy = true;
    if (backgroundImage === 'none') continue;
    const stops = backgroundImage.match(stop)?.map(resolve) ?? [];
    if (
      /(?:url|image-set|element|paint)\(/.test(backgroundImage) ||
      stops.length * colours.length > coloursMost
    )
      isBusy = true;
    else if (stops.length) colours = stops.flatMap((one) => colours.map((under) => over(one, under)));
  }
  return { colours, isBusy };
}

/** What can change a page's colors without an attribute around the player. */
const events = ['transitionend', 'animationend', 'change', 'click', 'load'];

/** Calls back whenever what is behind an element may have changed. @returns what ends that */
export function followGround(element: Element, look: () => void): () => void {
  let due = 0;
  const observer = new MutationObserver(() => soon());
  const observe = (): void => {
    observer.disconnect();
    for (const node of chainOf(element)) observer.observe(node, { attributes: true });
    // Style sheets that come, go or change.
    observer.observe(document.head, {
      attributes: true,
      childList: true,
      characterData: true,
      subtree: true,
    });
  };
  const soon = guard(() => {
    due ||= window.setTimeout(
      guard(() => {
        due = 0;
        look();
        observe();
      }),
    );
  });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const seen = new IntersectionObserver(soon, { threshold: 0.5 });
  for (const type of events) document.addEventListener(type, soon, { capture: true, passive: true });
  dark.addEventListener('change', soon);
  window.addEventListener('resize', soon);
  seen.observe(element);
  observe();
  return () => {
    clearTimeout(due);
    observer.disconnect();
    seen.disconnect();
    for (const type of events) document.removeEventListener(type, soon, true);
    dark.removeEventListener('change', soon);
    window.removeEventListener('resize', soon);
  };
}
