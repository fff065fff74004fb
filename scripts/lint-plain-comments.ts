/** Words that plain comments do without, with what to write instead. */
const banned: readonly [pattern: RegExp, instead: string][] = [
  [/\bnobody\b/i, 'no one, or name the role'],
  [/\bsomebody\b/i, 'the user, the caller, or another role'],
  [/\beverybody\b/i, 'everyone, all users'],
  [/\bwhoever\b/i, 'the user who, callers who'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'in the meantime, or say when'],
  [/\btold apart\b/i, 'distinguished'],
  [/\bkept back\b/i, 'on hold, under embargo'],
];

interface Comment {
  value: string;
  loc: { start: { line: number; column: number }; end: { line: number; column: number } };
}

interface Context {
  sourceCode: { getAllComments(): Comment[] };
  report(problem: { message: string; loc: Comment['loc'] }): void;
}

/** Refuses words in comments at which strangers to the code stop. Quotations and code are exempt. */
export const plainComments = {
  create: ({ sourceCode, report }: Context) => ({
    'Program:exit'() {
      for (const { value, loc } of sourceCode.getAllComments()) {
        const text = value.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, '');
        for (const [pattern, instead] of banned) {
          const word = pattern.exec(text)?.[0];
          if (word) report({ message: `Write plain English instead of “${word}”: ${instead}.`, loc });
        }
      }
    },
  }),
};
