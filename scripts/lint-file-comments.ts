/** Refuses banned words in comments of files that the linter of TypeScript doesn't read. */
import { bannedWords } from './lint-plain-comments.ts';

/** Files with comments that are written by hand. */
export const commentedFiles = [
  'prisma/schema.prisma',
  'client/{dashboard,partners,player}/**/*.{css,html}',
  'client/wordpress/**/*.php',
  'scripts/**/*.sh',
  '.github/**/*.yml',
];

/** Comments by the name of a file. Consecutive lines of comments are one. */
const syntaxes: readonly [files: RegExp, comments: RegExp][] = [
  [/\.(?:css|php)$/, /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm],
  [/\.prisma$/, /(?:^[ \t]*\/\/.*\n?)+/gm],
  [/\.html$/, /<!--[\s\S]*?-->/g],
  [/\.(?:sh|yml)$/, /(?:^[ \t]*#.*\n?)+/gm],
];

/** Returns the problems of a file's comments, each with the line on which its comment begins. */
export function commentProblems(text: string, path: string): { line: number; message: string }[] {
  const comments = syntaxes.find(([files]) => files.test(path))?.[1];
  return [...text.matchAll(comments ?? /$^/g)].flatMap(({ 0: comment, index }) => {
    const line = text.slice(0, index).split('\n').length;
    const sentence = comment.replaceAll(/\s*\n[ \t]*(?:\/\/+|\*|#)?\s*/g, ' ');
    return bannedWords(sentence).map((message) => ({ line, message }));
  });
}
