import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** Code that reads foreign input: requests, pages, feeds, files, responses of services. */
const readers = ['server/**/*.ts', 'client/player/**/*.ts'];
const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Pattern {
  file: string;
  source: string;
  flags: string;
}

/** A regular expression that cannot be known without running the program. */
export interface UnknownPattern {
  file: string;
  code: string;
}

type Node = Record<string, unknown> & { type: string; start: number; end: number };

/**
 * Returns every regular expression of the code that reads foreign text: literals, and those made of strings
 * in the same file.
 */
export function patternsOfReaders(): { patterns: Pattern[]; unknown: UnknownPattern[]; files: number } {
  const files = globSync(readers, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
  const found = files.map((file) => patternsOf(file, readFileSync(`${root}/${file}`, 'utf8')));
  return {
    patterns: found.flatMap(({ patterns }) => patterns),
    unknown: found.flatMap(({ unknown }) => unknown),
    files: files.length,
  };
}

export function patternsOf(file: string, code: string): { patterns: Pattern[]; unknown: UnknownPattern[] } {
  const { program, errors } = parseSync(file, code, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  const patterns: Pattern[] = [];
  const unknown: UnknownPattern[] = [];
  const constants = new Map<string, string>();
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator') {
      const value = textOf(node['init'], constants);
      if (value !== null) constants.set(String((node['id'] as Node)['name']), value);
    }
    const regex = node['regex'] as { pattern: string; flags: string } | undefined;
    if (node.type === 'Literal' && regex) patterns.push({ file, source: regex.pattern, flags: regex.flags });
    if (
      (node.type === 'NewExpression' || node.type === 'CallExpression') &&
      (node['callee'] as Node)['name'] === 'RegExp'
    ) {
      const [source, flags = ''] = (node['arguments'] as Node[]).map((argument) =>
        textOf(argument, constants),
      );
      if (source === null || source === undefined || flags === null)
        unknown.push({ file, code: code.slice(node.start, node.end) });
      else patterns.push({ file, source, flags });
    }
  });
  return { patterns, unknown };
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) visit(one, see);
    return;
  }
  if ('type' in node) see(node as Node);
  for (const [key, value] of Object.entries(node)) if (key !== 'regex') visit(value, see);
}

/** Returns the text of an expression: a string, a template, `String.raw`, or a constant of one. */
function textOf(expression: unknown, constants: ReadonlyMap<string, string>): string | null {
  const node = expression as Node | null;
  switch (node?.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : null;
    case 'Identifier':
      return constants.get(String(node['name'])) ?? null;
    case 'TaggedTemplateExpression': {
      const tag = node['tag'] as Node;
      return tag.type === 'MemberExpression' && (tag['property'] as Node)['name'] === 'raw'
        ? templateOf(node['quasi'] as Node, 'raw', constants)
        : null;
    }
    case 'TemplateLiteral':
      return templateOf(node, 'cooked', constants);
    default:
      return null;
  }
}

function templateOf(
  template: Node,
  form: 'raw' | 'cooked',
  constants: ReadonlyMap<string, string>,
): string | null {
  const parts = (template['quasis'] as { value: { raw: string; cooked: string } }[]).map(
    ({ value }) => value[form],
  );
  const values = (template['expressions'] as unknown[]).map((expression) => textOf(expression, constants));
  if (values.includes(null)) return null;
  return parts.map((part, index) => part + (values[index] ?? '')).join('');
}
