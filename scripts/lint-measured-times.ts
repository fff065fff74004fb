/** Refuses tests that hold for fast machines alone. Part of lint-rules.ts. */
import { children, isNode, path, type Context, type Node } from './lint-nodes.ts';

/** Calls that read a clock or count CPU time. */
const clocks =
  /^(?:performance\.now|process\.(?:cpuUsage|threadCpuUsage|resourceUsage|hrtime|hrtime\.bigint))$/;
const upperBounds = new Set(['toBeLessThan', 'toBeLessThanOrEqual']);
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of children(node)) yield* walk(child);
}

const namesIn = (pattern: Node): string[] =>
  [...walk(pattern)].filter(({ type }) => type === 'Identifier').map(({ name }) => name as string);

/** Names of a file whose values are measured times: what clocks said, and all that is computed of it. */
class MeasuredNames {
  readonly #names = new Set<string>();

  constructor(program: Node) {
    // A value may be measured in a function that is defined below its use.
    for (let size = -1; size < this.#names.size;) {
      size = this.#names.size;
      for (const node of walk(program)) this.#look(node);
    }
  }

  isMeasured(node: Node): boolean {
    const isMeasured = (part: unknown): boolean => isNode(part) && this.isMeasured(part);
    switch (node.type) {
      case 'Identifier':
        return this.#names.has(node['name'] as string);
      case 'CallExpression': {
        const callee = path(node['callee'] as Node) ?? '';
        if (clocks.test(callee)) return true;
        const passesOn =
          /^(?:Math\.\w+|Number)$/.test(callee) && (node['arguments'] as Node[]).some(isMeasured);
        return passesOn || isMeasured(node['callee']);
      }
      case 'BinaryExpression': {
        const sides = [node['left'], node['right']] as Node[];
        // A ratio is none.
        if (node['operator'] === '/' && sides.every(isMeasured)) return false;
        // The time of day is no measurement; how far it is from another moment is.
        return sides.some(isMeasured) || (node['operator'] === '-' && isFromNow(sides));
      }
      case 'MemberExpression':
        return isMeasured(node['object']);
      case 'ArrayExpression':
      case 'AwaitExpression':
      case 'ConditionalExpression':
      case 'LogicalExpression':
      case 'ParenthesizedExpression':
      case 'SpreadElement':
      case 'TSNonNullExpression':
      case 'UnaryExpression':
        return children(node).some(isMeasured);
      default:
        return false;
    }
  }

  #look(node: Node): void {
    const { type } = node;
    if (type === 'VariableDeclarator' && isNode(node['init'])) {
      const value = node['init'];
      if (functions.has(value.type) ? this.#returnsTime(value) : this.isMeasured(value))
        for (const name of namesIn(node['id'] as Node)) this.#names.add(name);
    } else if (type === 'FunctionDeclaration' && this.#returnsTime(node))
      this.#names.add((node['id'] as Node)['name'] as string);
    else if (type === 'AssignmentExpression' && this.isMeasured(node['right'] as Node))
      for (const name of namesIn(node['left'] as Node)) this.#names.add(name);
    else if (type === 'CallExpression') {
      const list = /^(\w+)\.(?:push|unshift|add)$/.exec(path(node['callee'] as Node) ?? '')?.[1];
      if (list && (node['arguments'] as Node[]).some((argument) => this.isMeasured(argument)))
        this.#names.add(list);
    }
  }

  #returnsTime(node: Node): boolean {
    const body = node['body'] as Node;
    if (body.type !== 'BlockStatement') return this.isMeasured(body);
    return [...walk(body)].some(
      ({ type, argument }) => type === 'ReturnStatement' && isNode(argument) && this.isMeasured(argument),
    );
  }
}

/**
 * Refuses an upper bound of a measured time that is not measured itself: another machine is slower. Growth is
 * compared within one run (tests/support/growth.ts), waiting is for a condition, figures belong to the bench.
 */
export const noTimeLimit = {
  create: ({ report }: Context) => ({
    Program(program: Node) {
      const names = new MeasuredNames(program);
      for (const node of walk(program)) {
        if (node.type !== 'CallExpression') continue;
        const { callee } = node as unknown as { callee: Node };
        if (callee.type !== 'MemberExpression') continue;
        const name = (callee['property'] as Node)['name'] as string;
        const [bound] = node['arguments'] as Node[];
        if (!upperBounds.has(name) || !bound || names.isMeasured(bound)) continue;
        const expected = expectedIn(callee['object'] as Node);
        if (expected && names.isMeasured(expected))
          report({
            message:
              'A slower machine takes longer: compare with what the same run measured (support/growth.ts), or wait for a condition.',
            loc: node.loc,
          });
      }
    },
  }),
};

/** Whether one of two moments that are subtracted is now, and the other one more than a number. */
const isFromNow = (moments: Node[]): boolean =>
  moments.some(({ type, callee }) => type === 'CallExpression' && path(callee as Node) === 'Date.now') &&
  moments.some(({ type }) => /^(?:CallExpression|Identifier|MemberExpression)$/.test(type)) &&
  !moments.some(({ type }) => /^(?:Literal|BinaryExpression)$/.test(type));

/** What `expect(…)` and `expect(…).not` are about. */
function expectedIn(node: Node): Node | undefined {
  if (node.type === 'MemberExpression') return expectedIn(node['object'] as Node);
  if (node.type !== 'CallExpression' || path(node['callee'] as Node) !== 'expect') return;
  return (node['arguments'] as Node[])[0];
}
