import { existsSync, readFileSync } from 'node:fs';
import { parseSync, type ESTree } from 'vite';

type Node = ESTree.Node;

const titlesByPath = new Map<string, string[]>();

/**
 * Returns the titles of the tests of a file as its source has them: of a template its text between the
 * backticks, of `test.each` its pattern. Empty for a file that does not exist.
 * @throws Error for a file with a syntax error
 */
export function testTitles(path: string): string[] {
  let titles = titlesByPath.get(path);
  if (!titles) titlesByPath.set(path, (titles = existsSync(path) ? readTitles(path) : []));
  return titles;
}

function readTitles(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, source);
  if (errors.length) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`);
  const titles: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'CallExpression' && /^(test|it)/.test(nameOf(node.callee))) {
      const title = node.arguments[0];
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value);
      if (title?.type === 'TemplateLiteral') titles.push(source.slice(title.start + 1, title.end - 1));
    }
    Object.values(value).forEach(visit);
  };
  visit(program);
  return titles;
}

/** Returns the function at the beginning of a chain such as `test.each([])`, or an empty text. */
function nameOf(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return nameOf(node.object);
    case 'CallExpression':
      return nameOf(node.callee);
    case 'TaggedTemplateExpression':
      return nameOf(node.tag);
    default:
      return '';
  }
}
