/** Inline elements; every other element starts a new line. */
const inline = new Set(
  'A ABBR ACRONYM B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK NOBR Q RUBY S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR'.split(
    ' ',
  ),
);
/** Marks of footnotes and readings of signs touch a word, and belong to none. */
const apart = new Set(['SUP', 'SUB', 'RT']);
/** Elements whose content is not readable text. */
const unread = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE TEXTAREA SELECT OPTION IFRAME OBJECT SVG svg MATH math CANVAS AUDIO VIDEO RP'.split(
    ' ',
  ),
);

/** Text of a page as one string, with the position of each part. */
export interface PageText {
  text: string;
  nodes: Text[];
  /** Where each node's text begins. */
  starts: number[];
  /** Where paragraphs and other blocks part. */
  breaks: number[];
}

/**
 * Reads what a page says, in the order in which it is written. Hidden parts and those that `isForeign` names
 * are left out.
 */
export function readPage(root: Element, isForeign: (element: Element) => boolean): PageText {
  const nodes: Text[] = [];
  const starts: number[] = [];
  const breaks: number[] = [];
  const parts: string[] = [];
  let length = 0;
  const part = (name: string): void => {
    if (inline.has(name) && !apart.has(name)) return;
    if (!apart.has(name)) breaks.push(length);
    parts.push('\n');
    length++;
  };
  let node: Node = root;
  for (;;) {
    let goesIn = false;
    if (node.nodeType === 3) {
      const { data } = node as Text;
      nodes.push(node as Text);
      starts.push(length);
      parts.push(data);
      length += data.length;
    } else if (node.nodeType === 1) {
      const element = node as HTMLElement;
      goesIn = !unread.has(element.tagName) && !element.hidden && !isForeign(element);
      part(element.tagName);
    }
    if (goesIn && node.firstChild) {
      node = node.firstChild;
      continue;
    }
    while (node !== root && !node.nextSibling) {
      node = node.parentNode!;
      part((node as Element).tagName);
    }
    if (node === root) break;
    node = node.nextSibling!;
  }
  return { text: parts.join(''), nodes, starts, breaks };
}

/** The last place of `sorted` whose value is at most `value`; -1 when there is none. */
export function lastAtMost(sorted: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A part of the text as the page has it; null when the page has changed since. */
export function rangeOf(
  { nodes, starts }: PageText,
  start: number,
  end: number,
  document: Document,
): Range | null {
  const [first, last] = [lastAtMost(starts, start), lastAtMost(starts, end - 1)];
  const [from, to] = [nodes[first], nodes[last]];
  if (!from?.isConnected || !to?.isConnected) return null;
  try {
    const range = document.createRange();
    range.setStart(from, start - starts[first]!);
    range.setEnd(to, end - starts[last]!);
    return range;
  } catch {
    return null;
  }
}
