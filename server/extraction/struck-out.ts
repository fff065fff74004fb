import type { Element, ParentNode } from 'domhandler';
import { select, textOf } from './dom.ts';

/*
 * Text that an author has struck out. A correction leaves the wrong words in the page for readers to see;
 * spoken, they would be what the article says.
 */

const struckTags: ReadonlySet<string> = new Set(['del', 's', 'strike']);
const lineThrough = /text-decoration(?:-line)?\s*:[^;]{0,80}line-through/i;
/** Classes of style libraries and editors for it. */
const struckClass =
  /(?:^|[\s_-])(?:line-?through|strike-?through|strike-?out|struck(?:-?out)?|durchgestrichen)(?:$|[\s_-])/i;
/** Characters of style sheets that are looked through, and classes that are kept of them. */
const styleCharacters = 400_000;
const mostClasses = 200;

/** Returns the classes that a page's own style sheets strike out, for instance `.old { … line-through }`. */
export function struckClasses(root: ParentNode): ReadonlySet<string> {
  let top: ParentNode = root;
  while (top.parent) top = top.parent;
  const classes = new Set<string>();
  let left = styleCharacters;
  for (const sheet of select(top, 'style')) {
    const text = textOf(sheet).slice(0, left);
    left -= text.length;
    if (left <= 0 || !text.includes('line-through')) continue;
    for (const rule of text.split('}')) {
      const [selectors = '', body = ''] = rule.split('{').slice(-2);
      if (!lineThrough.test(body)) continue;
      for (const selector of selectors.split(',')) {
        const name = /^\s*[a-z\d]*\.([\w-]+)\s*$/i.exec(selector)?.[1];
        if (name !== undefined && classes.size < mostClasses) classes.add(name);
      }
    }
  }
  return classes;
}

/** Whether an element strikes out what it holds. */
export function isStruckOut({ name, attribs }: Element, classes: ReadonlySet<string>): boolean {
  const { style, role, class: names } = attribs;
  return (
    struckTags.has(name) ||
    role === 'deletion' ||
    (style !== undefined && lineThrough.test(style)) ||
    (names !== undefined &&
      (struckClass.test(names) || (classes.size > 0 && names.split(/\s+/).some((one) => classes.has(one)))))
  );
}
