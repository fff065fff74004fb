const maxDepth = 5;
const maxFields = 1_000;

type Node = { [name: string]: Node | string };

/** Reads a form that was sent urlencoded, see `nestedFields`. */
export const parseForm = (body: string): Record<string, unknown> => nestedFields(new URLSearchParams(body));

/**
 * Nests the fields of a form as PHP's clients name them: `labels[]=a&labels[]=b`, `rules[0][source]=x`. Names
 * that count from 0 become lists. Fields beyond a thousand, and brackets deeper than five, are left out.
 */
export function nestedFields(given: Iterable<readonly [string, string]>): Record<string, unknown> {
  const root: Node = Object.create(null) as Node;
  let fields = 0;
  for (const [name, value] of given) {
    const path = [name.split('[', 1)[0]!, ...[...name.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1]!)];
    if (++fields > maxFields || path.length > maxDepth) continue;
    let node = root;
    for (const [index, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(node).length) : part;
      if (index === path.length - 1) node[key] = value;
      else if (typeof node[key] === 'object') node = node[key];
      else node = node[key] = Object.create(null) as Node;
    }
  }
  return withLists(root) as Record<string, unknown>;
}

function withLists(node: Node | string): unknown {
  if (typeof node === 'string') return node;
  const keys = Object.keys(node);
  if (keys.length > 0 && keys.every((key, index) => key === String(index)))
    return keys.map((key) => withLists(node[key]!));
  return Object.fromEntries(keys.map((key) => [key, withLists(node[key]!)]));
}
