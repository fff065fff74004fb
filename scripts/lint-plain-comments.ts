/** Words that comments and titles of tests do without, with what to write instead. */
const banned: readonly [pattern: RegExp, instead: string][] = [
  [/\bnobody\b/i, 'no one, or name the role'],
  [/\bsomebody\b/i, 'the user, the caller, or another role'],
  [/\banybody\b/i, 'anyone, any user'],
  [/\beverybody\b/i, 'everyone, all users'],
  [/\bwhoever\b/i, 'the user who, callers who'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'in the meantime, or say when'],
  [/\btold apart\b/i, 'distinguished'],
  [/\bkept back\b/i, 'on hold, under embargo'],
  [/\bbec(?:omes?|ame) of\b/i, 'the state, the result'],
  [/\bvoic(?:es?|ed|ing) (?:again|anew)\b/i, 'regenerate'],
  [/\bsays? so\b/i, 'report it, or quote the message'],
  [/\bgo(?:es|ing)? on\b/i, 'continue, resume'],
  [/\be-mails?\b/i, 'email'],
  [/\bby (?:itself|themselves|himself)\b/i, 'automatically, alone'],
  [/\bbr(?:ought|ings?) back\b/i, 'restore'],
  [/\btak(?:es?|en) away\b/i, 'remove'],
  [/\bbut for\b/i, 'except'],
];

/** Returns a message for each banned word in a text. Quotations and code are exempt. */
export function bannedWords(text: string): string[] {
  const plain = text.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, '');
  return banned.flatMap(([pattern, instead]) => {
    const word = pattern.exec(plain)?.[0];
    return word ? [`Write plain English instead of “${word}”: ${instead}.`] : [];
  });
}

interface Comment {
  value: string;
  loc: { start: { line: number; column: number }; end: { line: number; column: number } };
}

interface Context {
  sourceCode: { getAllComments(): Comment[] };
  report(problem: { message: string; loc: Comment['loc'] }): void;
}

/** Refuses words in comments at which strangers to the code stop. */
export const plainComments = {
  create: ({ sourceCode, report }: Context) => ({
    'Program:exit'() {
      for (const { value, loc } of sourceCode.getAllComments())
        for (const message of bannedWords(value)) report({ message, loc });
    },
  }),
};
