import type { AnyNode, Element } from 'domhandler';
import { isTag, isText } from 'domhandler';
import { languageAt } from './dom.ts';
import { exponent } from './raised-text.ts';

/*
 * Formulas within sentences: spoken where they are simple, else named, so that no sentence has a hole.
 */

/** The word for a formula in languages of articles. */
const names: Readonly<Record<string, string>> = {
  de: 'Formel',
  en: 'formula',
  fr: 'formule',
  es: 'fórmula',
  it: 'formula',
  pt: 'fórmula',
  nl: 'formule',
  pl: 'wzór',
  sv: 'formel',
};
const formulaCharacters = 60;
const mathImages = /(?:^|[\s_-])(?:tex|latex|math\w*|mwe-math[\w-]*|equation|formula|formel)(?:$|[\s_-])/i;

/** TeX commands that have their own sign or name. */
const commands: Readonly<Record<string, string>> = {
  cdot: '·',
  times: '×',
  div: ':',
  pm: '±',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  approx: '≈',
  infty: '∞',
  to: '→',
  rightarrow: '→',
  left: '',
  right: '',
  displaystyle: '',
  textstyle: '',
  quad: ' ',
  ',': ' ',
  ';': ' ',
  '!': '',
  '%': '%',
};
const greek: ReadonlySet<string> = new Set(
  'alpha beta gamma delta epsilon zeta eta theta lambda mu nu xi pi rho sigma tau phi chi psi omega'.split(
    ' ',
  ),
);

/** Whether an image shows a formula, which its alternative text says in TeX. */
export const isMathImage = ({ attribs }: Element): boolean =>
  mathImages.test(attribs['class'] ?? '') && (attribs['alt'] ?? '').trim() !== '';

/** Whether an element shows once more what a formula beside it says: KaTeX and MathJax write each twice. */
export function isFormulaTwin(element: Element): boolean {
  if (element.attribs['aria-hidden'] !== 'true') return false;
  if (/(?:^|\s)(?:katex-html|MathJax\w*|mjx-\w+)(?:\s|$)/.test(element.attribs['class'] ?? '')) return true;
  const holdsMath = (node: AnyNode | null, depth: number): boolean =>
    node !== null &&
    isTag(node) &&
    (node.name === 'math' ||
      (depth > 0 && node.children.slice(0, 4).some((one) => holdsMath(one, depth - 1))));
  return holdsMath(element.prev, 2) || holdsMath(element.next, 2);
}

/** Returns what is spoken of a `math` element or an image of a formula. */
export function formulaText(element: Element, before: string): string {
  const { alttext, alt } = element.attribs;
  const given = (alttext ?? alt ?? '').trim();
  return (
    (given !== '' ? texText(given) : (treeText(element) ?? texText(annotationOf(element)))) ??
    nameFor(element, before)
  );
}

/** Returns a text with its formulas in TeX (`\(a^2\)`, `$$…$$`) as they are spoken. */
export function withFormulas(text: string, element: Element): string {
  return text.replace(
    /\\\((.{1,400}?)\\\)|\$\$([^$]{1,400})\$\$/gs,
    (_whole, inline: string | undefined, block: string | undefined) =>
      texText(inline ?? block ?? '') ?? nameFor(element, ''),
  );
}

/** The word for a formula, unless the text has just said it. */
function nameFor(element: Element, before: string): string {
  const word = names[languageAt(element)] ?? names['en']!;
  return before.trimEnd().toLowerCase().endsWith(word.toLowerCase()) ? '' : word;
}

/** Returns simple TeX in one line; null where it has more than powers, fractions and signs. */
function texText(tex: string): string | null {
  if (tex.length > 400) return null;
  let text = tex.replace(/\\(?:mathrm|mathit|mathbf|text|operatorname)\s*\{([^{}]{0,60})\}/g, '$1');
  // What is outermost is opened last, so that a fraction within a root is read, too.
  for (let round = 0; round < 4; round++)
    text = text
      .replace(/\^\{\s?([+\-−]?[\dn]{1,4})\s?\}/g, (_whole, power: string) => exponent(power))
      .replace(/_\{([\w,]{1,12})\}/g, '$1')
      .replace(/\\d?frac\s*\{([^{}]{1,60})\}\s*\{([^{}]{1,60})\}/g, '$1/$2')
      .replace(/\\sqrt\s*\{([^{}]{1,60})\}/g, '√$1')
      .replace(/^\s*\{([^{}]*)\}\s*$/, '$1')
      .replace(/\\displaystyle\s*/, '');
  text = text
    .replace(/\^([\dn])/g, (_whole, power: string) => exponent(power))
    .replace(/_(\w)/g, '$1')
    .replace(/\\([a-zA-Z]+|[,;!%])/g, (whole, name: string) =>
      greek.has(name) ? ` ${name} ` : (commands[name] ?? whole),
    )
    .replace(/~/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' || text.length > formulaCharacters || /[\\{}^&]/.test(text) ? null : spaced(text);
}

const spaced = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?([=+≤≥≠≈±×→]) ?/g, ' $1 ')
    .trim();

function annotationOf(element: Element): string {
  const found = element.children.flatMap((child) =>
    isTag(child) ? [child, ...child.children.filter(isTag)] : [],
  );
  const tex = found.find(
    ({ name, attribs }) => name === 'annotation' && /tex/i.test(attribs['encoding'] ?? ''),
  );
  const [first] = tex?.children ?? [];
  return first && isText(first) ? first.data : '';
}

/** Returns a formula of MathML in one line; null where it has parts of two dimensions beyond powers. */
function treeText(element: Element): string | null {
  let text = '';
  const isRead = (node: AnyNode, depth: number): boolean => {
    if (text.length > formulaCharacters || depth > 12) return false;
    if (isText(node)) {
      text += node.data.trim();
      return true;
    }
    if (!isTag(node)) return true;
    const parts = node.children.filter(isTag);
    const [first, second] = parts;
    switch (node.name) {
      case 'annotation':
      case 'annotation-xml':
      case 'mspace':
        return true;
      case 'msup': {
        const power = second && /^[+\-−]?[\dn]{1,4}$/.exec(flat(second))?.[0];
        if (!first || power === undefined || !isRead(first, depth + 1)) return false;
        text += exponent(power);
        return true;
      }
      case 'mfrac':
        if (!first || !second || !isRead(first, depth + 1)) return false;
        text += '/';
        return isRead(second, depth + 1);
      case 'msqrt':
        text += '√';
        return node.children.every((child) => isRead(child, depth + 1));
      case 'math':
      case 'semantics':
      case 'mrow':
      case 'mstyle':
      case 'mi':
      case 'mn':
      case 'mo':
      case 'mtext':
      case 'msub':
        return node.children.every((child) => isRead(child, depth + 1));
      default:
        return false;
    }
  };
  return isRead(element, 0) && text.trim() !== '' ? spaced(text) : null;
}

const flat = (node: Element): string =>
  node.children
    .map((child) => (isText(child) ? child.data.trim() : isTag(child) ? flat(child) : ''))
    .join('')
    .slice(0, 20);
