/** Custom lint rules, loaded by .oxlintrc.json. */
import { noTimeLimit } from './lint-measured-times.ts';
import { plainComments } from './lint-plain-comments.ts';
import { plainNames } from './lint-plain-names.ts';
import { plainTitles } from './lint-plain-titles.ts';
import { noShortWait } from './lint-short-waits.ts';

interface Place {
  line: number;
}

interface Node {
  type: string;
  loc: { start: Place; end: Place };
  typeAnnotation?: Node;
  /** Of an identifier. */
  name?: string;
  /** Of a literal. */
  value?: unknown;
}

interface Comment extends Node {
  value: string;
}

interface Context {
  sourceCode: { lines: string[]; getAllComments(): Comment[] };
  report(problem: { message: string; loc: Node['loc'] }): void;
}

interface Rule {
  create(context: Context): Record<string, (node: Node) => void>;
}

/** Characters of a line, as Prettier has them; it leaves comments as they are. */
const width = 110;

/** `as never` disables type checking, so a comment beside it must explain why that is right. */
const reasonForNever: Rule = {
  create: ({ sourceCode, report }) => ({
    TSAsExpression({ typeAnnotation, loc: { start, end }, loc }) {
      if (typeAnnotation?.type !== 'TSNeverKeyword') return;
      const beside = [start.line - 1, end.line - 1, end.line];
      if (!sourceCode.getAllComments().some((comment) => beside.includes(comment.loc.end.line)))
        report({ message: 'Say in a comment beside it why `as never` is right, or type it.', loc });
    },
  }),
};

const commentWidth: Rule = {
  create: ({ sourceCode, report }) => ({
    'Program:exit'() {
      for (const { loc } of sourceCode.getAllComments())
        for (let { line } = loc.start; line <= loc.end.line; line++) {
          const text = sourceCode.lines[line - 1] ?? '';
          // Directives for the linter can't be wrapped.
          if (text.length > width && !text.includes('oxlint-disable'))
            report({
              message: `A line with a comment has at most ${width} characters.`,
              loc: { start: { line, column: 0 } as Place, end: { line, column: width } as Place },
            });
        }
    },
  }),
};

/** What a page may forbid: in a sandboxed frame even looking at it throws. */
const keeping = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore', 'cookie']);

/** The player looks at storage and cookies where that is caught, and nowhere else. */
const oneDoorToStorage: Rule = {
  create: ({ report }) => ({
    Identifier({ name, loc }) {
      if (keeping.has(name ?? ''))
        report({
          message: `What keeps (${name}) may throw: ask client/player/device-storage.ts for it.`,
          loc,
        });
    },
    Literal({ value, loc }) {
      if (typeof value === 'string' && keeping.has(value))
        report({
          message: `What keeps (${value}) may throw: ask client/player/device-storage.ts for it.`,
          loc,
        });
    },
  }),
};

export default {
  meta: { name: 'house' },
  rules: {
    'reason-for-never': reasonForNever,
    'comment-width': commentWidth,
    'plain-comments': plainComments,
    'plain-names': plainNames,
    'plain-titles': plainTitles,
    'one-door-to-storage': oneDoorToStorage,
    'no-time-limit': noTimeLimit,
    'no-short-wait': noShortWait,
  },
};
