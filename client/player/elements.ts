type Attributes = Record<string, string | number | null | undefined>;

/** An element with its attributes and what is in it; an attribute that is null is left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const name in attributes) assign(node, name, attributes[name]);
  node.append(...content);
  return node;
}

/** Sets or, with null, removes an attribute, when it is not so already. */
export function assign(node: Element, name: string, value: string | number | null | undefined): void {
  if (value === null || value === undefined) node.removeAttribute(name);
  else if (node.getAttribute(name) !== `${value}`) node.setAttribute(name, `${value}`);
}

/** Puts values into a text: `{time} of {duration}`. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`);

/** Sets the text of a node if it differs. */
export function say(node: Node, words: string): void {
  if (node.textContent !== words) node.textContent = words;
}

export const svg = (tag: string, attributes: Attributes): SVGElement => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
  for (const name in attributes) assign(node, name, attributes[name]);
  return node;
};

/** A drawing on a field of 24 by 24: outlines, or filled when it begins with `f`. */
export function icon(path: string): SVGElement {
  const drawing = svg('svg', {
    viewBox: '0 0 24 24',
    'aria-hidden': 'true',
    class: path.startsWith('f') ? 'filled' : 'drawn',
  });
  drawing.append(svg('path', { d: path.replace('f', '') }));
  return drawing;
}

/** Seconds as `m:ss`, from an hour on `h:mm:ss`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds)) || 0;
  const two = (value: number): string => `${value}`.padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, two(whole % 60)];
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Adds styles to a player before its version's and its channel's own, which have the last word. */
export function addStyles(root: ShadowRoot, text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  root.adoptedStyleSheets = root.adoptedStyleSheets.toSpliced(1, 0, sheet);
}
