import ts from 'typescript-5';

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

export interface BareText {
  line: number;
  text: string;
}

/**
 * The texts of a source file that people read and that are in no catalogue of words: text between tags, in
 * the attributes and properties that are read, and in notices. What stands in `<code>` and `<pre>` is no
 * language's.
 */
export function bareTexts(path: string, source: string): BareText[] {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found = new Map<number, BareText>();
  const add = (node: ts.Node, text: string): void => {
    const said = text.trim();
    if (!/\p{L}/u.test(said.replace(sameEverywhere, '')) || noWord.test(said)) return;
    if (path.endsWith('.ts') && identifier.test(said)) return;
    const at = node.getStart(file);
    found.set(at, { line: file.getLineAndCharacterOfPosition(at).line + 1, text: said.replace(/\s+/g, ' ') });
  };

  /** The texts that an expression may come to. */
  const addTexts = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isStringLiteralLike(node)) return add(node, node.text);
    if (ts.isTemplateExpression(node)) {
      add(
        node,
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' '),
      );
      for (const { expression } of node.templateSpans) addTexts(expression);
    } else if (ts.isConditionalExpression(node)) {
      addTexts(node.whenTrue);
      addTexts(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      if (kind === ts.SyntaxKind.AmpersandAmpersandToken) addTexts(node.right);
      else if (
        [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken].includes(
          kind,
        )
      ) {
        addTexts(node.left);
        addTexts(node.right);
      }
    } else if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isJsxExpression(node)
    ) {
      addTexts(node.expression);
    } else if (ts.isArrayLiteralExpression(node)) node.elements.forEach(addTexts);
  };
  const nameOf = (name: ts.Node): string => (ts.isStringLiteralLike(name) ? name.text : name.getText(file));

  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && ['code', 'pre'].includes(node.openingElement.tagName.getText(file)))
      return visit(node.openingElement);
    if (ts.isJsxText(node)) add(node, node.text);
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) addTexts(node);
    else if (ts.isJsxAttribute(node) && readAsAttribute.has(nameOf(node.name))) {
      if (!kinds.has(`${node.parent.parent.tagName.getText(file)}.${nameOf(node.name)}`))
        addTexts(node.initializer);
    } else if (ts.isPropertyAssignment(node) && read.has(nameOf(node.name))) addTexts(node.initializer);
    else if (ts.isCallExpression(node) && showing.has(nameOf(node.expression))) {
      for (const argument of node.arguments) {
        addTexts(argument);
        if (ts.isObjectLiteralExpression(argument))
          for (const property of argument.properties)
            if (ts.isPropertyAssignment(property) && nameOf(property.name) === 'message')
              addTexts(property.initializer);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()].sort((a, b) => a.line - b.line);
}
