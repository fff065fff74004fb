import { parseSync, type ESTree } from 'vite';

/**
 * Attributes of elements and components, and properties of the objects that are handed to them, which people
 * read.
 */
const read = new Set(['label', 'placeholder', 'title', 'aria-label', 'description', 'alt']);
/** Attributes of the dashboard's own components, and of Mantine's, which people read too. */
const readAsAttribute = new Set([
  ...read,
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'cancel',
  'caption',
  'confirm',
  'detail',
  'error',
  'heading',
  'hint',
  'locked',
  'message',
  'nothingFoundMessage',
  'summary',
  'what',
]);
/** Attributes that name a kind of thing, for which the component has the words. */
const kinds = new Set(['NotFound.what']);
/** Functions that show what they are called with. */
const showing = new Set(['notify', 'showError', 'useDocumentTitle']);
/** Names and abbreviations that are the same in all languages. */
const sameEverywhere = /\b(Parlance|RSS|API|URL|HTML|JSON|XML|MP3|WAV|UTC|CSS|Alexa|Spotify)\b/g;
/** One word that is none: an address, a selector, an encoding, a unit. */
const noWord = /^[^\s]*([/_\d]|:\/|^\.)[^\s]*$/;
/** In a module without tags, the name of a field or a kind. */
const identifier = /^[a-z][A-Za-z]*$/;

type Node = ESTree.Node;

export interface BareText {
  line: number;
  text: string;
}

/**
 * Returns the visible texts of a source file that are missing from the message catalogue: text between tags,
 * in displayed attributes and properties, and in notices. Content of `<code>` and `<pre>` needs no
 * translation.
 */
export function bareTexts(path: string, source: string): BareText[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length) throw new Error(`${path} cannot be read: ${errors[0]!.message}`);
  const found = new Map<number, BareText>();
  const add = (node: Node, text: string): void => {
    const said = text.trim();
    if (!/\p{L}/u.test(said.replace(sameEverywhere, '')) || noWord.test(said)) return;
    if (path.endsWith('.ts') && identifier.test(said)) return;
    // A text between tags begins with the space before it.
    const at = node.start + (node.type === 'JSXText' ? node.raw!.search(/\S/) : 0);
    found.set(at, { line: source.slice(0, at).split('\n').length, text: said.replace(/\s+/g, ' ') });
  };
  const written = ({ start, end }: Node): string => source.slice(start, end);
  const nameOf = (name: Node): string => (name.type === 'Literal' ? String(name.value) : written(name));

  /** The texts that an expression may come to. */
  const addTexts = (node: Node | null): void => {
    switch (node?.type) {
      case 'Literal':
        return typeof node.value === 'string' ? add(node, node.value) : undefined;
      case 'TemplateLiteral':
        add(node, node.quasis.map(({ value }) => value.cooked ?? '').join(' '));
        return node.expressions.forEach(addTexts);
      case 'ConditionalExpression':
        addTexts(node.consequent);
        return addTexts(node.alternate);
      case 'LogicalExpression':
        if (node.operator !== '&&') addTexts(node.left);
        return addTexts(node.right);
      case 'BinaryExpression':
        if (node.operator !== '+') return;
        addTexts(node.left);
        return addTexts(node.right);
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'JSXExpressionContainer':
        return addTexts(node.expression);
      case 'ArrayExpression':
        return node.elements.forEach(addTexts);
    }
  };

  /** Collects the visible text of a node; its children are visited separately. */
  const look = (node: Node, parent: Node | null): void => {
    if (node.type === 'JSXText') add(node, node.value);
    else if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute') addTexts(node);
    else if (node.type === 'JSXOpeningElement') {
      for (const attribute of node.attributes)
        if (attribute.type === 'JSXAttribute') {
          const name = nameOf(attribute.name);
          if (readAsAttribute.has(name) && !kinds.has(`${written(node.name)}.${name}`))
            addTexts(attribute.value);
        }
    } else if (node.type === 'Property' && read.has(nameOf(node.key))) addTexts(node.value);
    else if (node.type === 'CallExpression' && showing.has(nameOf(node.callee))) {
      for (const argument of node.arguments) {
        addTexts(argument);
        if (argument.type === 'ObjectExpression')
          for (const property of argument.properties)
            if (property.type === 'Property' && nameOf(property.key) === 'message') addTexts(property.value);
      }
    }
  };
  const visit = (node: Node, parent: Node | null): void => {
    if (node.type === 'JSXElement' && ['code', 'pre'].includes(written(node.openingElement.name)))
      return visit(node.openingElement, node);
    look(node, parent);
    for (const part of Object.values(node).flat())
      if (typeof part === 'object' && part !== null && 'type' in part) visit(part as Node, node);
  };
  visit(program, null);
  return [...found.values()].sort((a, b) => a.line - b.line);
}
