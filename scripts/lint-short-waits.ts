/** Refuses waits in tests that a slow machine does not keep. Part of lint-rules.ts. */
import { children, isNode, path, type Context, type Node } from './lint-nodes.ts';
import { patience } from './patience.ts';

/** What waits for a condition, and what a test may take. */
const waits = /(?:^|\.)(?:poll|to[A-Z]\w*|waitFor\w*|waitUntil|wait[A-Z]\w*|find(?:All)?By\w+)$/;
const tests = /^(?:test|it|describe)(?:\.\w+)*$/;

/** Name of what is called: `test.each` of `test.each(rows)(…)`, `toBe` of `expect(page).toBe()`. */
function nameOf(callee: Node): string {
  if (callee.type === 'CallExpression') return nameOf(callee['callee'] as Node);
  const whole = path(callee);
  if (whole !== undefined) return whole;
  return callee.type === 'MemberExpression' ? ((callee['property'] as Node)['name'] as string) : '';
}

/** The number behind `timeout` of an argument; undefined where there is none. */
function timeoutIn(argument: Node): number | undefined {
  if (argument.type !== 'ObjectExpression') return;
  for (const { key, value } of argument['properties'] as Record<string, Node>[])
    if (key?.['name'] === 'timeout' && typeof value?.['value'] === 'number') return value['value'];
}

/**
 * Refuses a limit of a test or of a condition that is shorter than scripts/patience.ts has it: it saves
 * nothing where the test passes. What `toPass` tries again may give up soon.
 */
export const noShortWait = {
  create: ({ report }: Context) => {
    const look = (node: Node): void => {
      if (node.type === 'CallExpression') {
        const callee = node['callee'] as Node;
        if (callee.type === 'MemberExpression' && (callee['property'] as Node)['name'] === 'toPass') return;
        const name = nameOf(callee);
        const least = tests.test(name) ? patience.test : waits.test(name) ? patience.condition : 0;
        for (const argument of node['arguments'] as Node[]) {
          const timeout = timeoutIn(argument);
          if (timeout !== undefined && timeout < least)
            report({
              message: 'A slow machine needs longer: leave the limit to scripts/patience.ts.',
              loc: node.loc,
            });
        }
      }
      for (const child of children(node)) if (isNode(child)) look(child);
    };
    return { Program: look };
  },
};
