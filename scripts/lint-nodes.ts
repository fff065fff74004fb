/** What the linter's own rules read of a syntax tree. */

export interface Node {
  type: string;
  loc: { start: { line: number }; end: { line: number } };
  [key: string]: unknown;
}

export interface Context {
  report(problem: { message: string; loc: Node['loc'] }): void;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export function children(node: Node): Node[] {
  return Object.entries(node)
    .filter(([key]) => key !== 'parent')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

/** `performance.now` of such an expression; undefined where it is anything else. */
export function path(node: Node): string | undefined {
  if (node.type === 'Identifier') return node['name'] as string;
  if (node.type !== 'MemberExpression' || node['computed']) return;
  const object = path(node['object'] as Node);
  return object && `${object}.${path(node['property'] as Node)}`;
}
