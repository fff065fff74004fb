/** Refuses titles of tests that readers of a test report stop at. Part of lint-rules.ts. */
import { children, type Context, type Node } from './lint-nodes.ts';
import { bannedWords } from './lint-plain-comments.ts';

const titled = new Set(['describe', 'it', 'test']);

/** Returns the function at the beginning of a chain: `test` of `test.each(rows)`. */
function rootOf(callee: Node): string | undefined {
  const next = callee['object'] ?? callee['callee'] ?? callee['tag'];
  return next ? rootOf(next as Node) : (callee['name'] as string | undefined);
}

/** Returns the text of a literal or of a template without its values; undefined for anything else. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node?.type !== 'TemplateLiteral') return;
  return (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…');
}

/** Refuses banned words in the titles of `describe`, `it` and `test`. */
export const plainTitles = {
  create: ({ report }: Context) => {
    const look = (node: Node): void => {
      if (node.type === 'CallExpression' && titled.has(rootOf(node['callee'] as Node) ?? '')) {
        const title = textOf((node['arguments'] as Node[])[0]);
        for (const message of bannedWords(title ?? '')) report({ message, loc: node.loc });
      }
      for (const child of children(node)) look(child);
    };
    return { Program: look };
  },
};
