import type { AnyNode, Element } from 'domhandler';
import { isTag } from 'domhandler';
import { textOf } from './dom.ts';

/** Programs in articles: readers see them set as code, listeners would hear every bracket. */

const codeTags: ReadonlySet<string> = new Set(['code', 'kbd', 'samp']);
const blocks: ReadonlySet<string> = new Set([
  'p',
  'div',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'pre',
  'figure',
  'br',
]);
/** What is typed at a prompt. */
const commands = /^\s*(?:\$ |sudo |npm |npx |pip |git |curl |docker |apt |brew |cargo |yarn )\S/;
const codeNames =
  /(?:^|[\s_-])(?:code|codeblock|highlight|hljs|prettyprint|prism|syntaxhighlighter|sourcecode|brush|lang|language|shell|terminal|console)(?:$|[\s_:-])/i;
/** Longer code within a line is a listing. */
const inlineCharacters = 100;
const sampleCharacters = 2_000;
/** Signs of a program; a poem or a table of figures that is set as it was typed has none of them twice. */
const codeSigns: readonly RegExp[] = [
  /[;{}]\s*$/m,
  /=>|==|&&|\|\||::|->|<\//,
  /\w\([^()]{0,80}\)\s?[;{.:]/,
  /\b(?:const|let|var|function|def|import|return|class|public|private|void|echo|printf?|SELECT|INSERT|FROM)\b\s\S/,
  /^\s*(?:\$|>>>|#!|#include|<\?|sudo|npm|pip|git|curl|docker)\s?\S/m,
  /^\s*[\w.]+\s?[:+]?=\s?\S/m,
];

/** Whether an element holds a program rather than a text. */
export function isListing(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'code')
    return (textOf(element).length > inlineCharacters || isAlone(element)) && isProgram(textOf(element));
  if (name !== 'pre') return false;
  if (codeNames.test(attribs['class'] ?? '')) return true;
  const isSpace = (node: AnyNode): boolean => node.type === 'text' && textOf(node).trim() === '';
  const inner = element.children.filter((child) => !isSpace(child));
  if (inner.length > 0 && inner.every((child) => isTag(child) && codeTags.has(child.name))) return true;
  return commands.test(textOf(element)) || isProgram(textOf(element));
}

/** Returns whether no word is adjacent to an element. */
function isAlone({ prev, next }: Element): boolean {
  const isWord = (node: AnyNode | null): boolean =>
    node !== null && !(isTag(node) && blocks.has(node.name)) && textOf(node).trim() !== '';
  return !isWord(prev) && !isWord(next);
}

function isProgram(text: string): boolean {
  const sample = text.slice(0, sampleCharacters);
  return codeSigns.filter((sign) => sign.test(sample)).length > 1;
}
