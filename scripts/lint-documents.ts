/** Refuses banned words in documents, texts and comments, and long paragraphs, for `npm run lint`. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TextlintKernel, type TextlintKernelPlugin, type TextlintKernelRule } from '@textlint/kernel';
import { commentedFiles, commentProblems } from './lint-file-comments.ts';

// Both are CommonJS, with the same shape whichever way a runtime maps its default export.
const require = createRequire(import.meta.url);
const { default: markdown } = require('@textlint/textlint-plugin-markdown') as {
  default: TextlintKernelPlugin['plugin'];
};
const { default: terminology } = require('textlint-rule-terminology') as {
  default: TextlintKernelRule['rule'];
};

const root = fileURLToPath(new URL('..', import.meta.url));

/** Patterns of words that the glossary bans, with what to write instead. */
const terms: [pattern: string, term: string][] = [
  ['e-mails', 'emails'],
  ['e-mail', 'email'],
  ['somebody', 'someone'],
  ['everybody', 'everyone'],
  ['anybody', 'anyone'],
  ['nobody', 'no one'],
  ['whoever', 'anyone who'],
  ['voiced (?:again|anew)', 'regenerated'],
  ['voice(?:s)? again', 'regenerate'],
  ['resound(?:s|ed|ing)?', 'regenerate'],
  ['kept back', 'on hold'],
  ['(?:goes|go|went) on by (?:itself|themselves)', 'continue'],
  ['of which', 'whose'],
  ['take away', 'remove'],
];

/** Lines that a paragraph may have, and lines that a page in `docs/` may have. */
const paragraphLines = 5;
const pageLines = 150;

export interface Problem {
  line: number;
  message: string;
}

const paragraphLength: TextlintKernelRule['rule'] = ({ Syntax, report, RuleError }) => ({
  [Syntax.Paragraph](node) {
    const lines = node.loc.end.line - node.loc.start.line + 1;
    if (lines > paragraphLines)
      report(
        node,
        new RuleError(`Split this paragraph: it has ${lines} lines, more than ${paragraphLines}.`),
      );
  },
});

/** Returns the problems of a document in Markdown. */
export async function documentProblems(text: string, path: string): Promise<Problem[]> {
  const { messages } = await new TextlintKernel().lintText(text, {
    ext: '.md',
    plugins: [{ pluginId: 'markdown', plugin: markdown }],
    rules: [
      { ruleId: 'glossary', rule: terminology, options: { defaultTerms: false, terms } },
      { ruleId: 'paragraph-length', rule: paragraphLength },
    ],
  });
  const lines = text.split('\n').length - 1;
  const isTooLong = path.includes('docs/') && lines > pageLines;
  return [
    ...messages.map(({ line, message }) => ({ line, message })),
    ...(isTooLong ? [{ line: pageLines, message: `A page has at most ${pageLines} lines.` }] : []),
  ];
}

/** Patterns of words that no text for users needs, with what to write instead. */
const textTerms: [pattern: string, term: string][] = [
  ...terms,
  ['anew', 'again'],
  ['told apart', 'distinguished'],
  ['let(?:s)? (?:it |the \\w+ )?go on', 'release'],
  ['by (?:itself|themselves)', 'automatically'],
  ['mails?', 'email'],
  ['logout', 'sign out'],
  ['(?<!Integrated )webplayer', 'web player'],
];

/**
 * Returns the problems of a catalogue's texts.
 * @param texts by key
 * @param quoted keys of texts that the specification quotes
 */
export async function textProblems(
  texts: ReadonlyMap<string, string>,
  quoted: ReadonlySet<string>,
): Promise<{ key: string; message: string }[]> {
  const own = [...texts].filter(([key]) => !quoted.has(key));
  // Each text is a paragraph of one line, so that the line of a problem tells its key.
  const { messages } = await new TextlintKernel().lintText(
    own.map(([, text]) => text.replaceAll(/\s+/g, ' ')).join('\n\n'),
    {
      ext: '.md',
      plugins: [{ pluginId: 'markdown', plugin: markdown }],
      rules: [{ ruleId: 'glossary', rule: terminology, options: { defaultTerms: false, terms: textTerms } }],
    },
  );
  return messages.map(({ line, message }) => ({ key: own[(line - 1) / 2]![0], message }));
}

/** Returns the texts of a catalogue by key, such as `article.title`. */
function textsOf(catalogue: object, path: readonly string[] = []): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value] as [string, string]]
      : textsOf(value as object, [...path, name]),
  );
}

/** Keys of texts that the specification quotes, as `tests/specification/quoted-texts.json` lists them. */
function quotedKeys(): Set<string> {
  const documents = JSON.parse(
    readFileSync(join(root, 'tests/specification/quoted-texts.json'), 'utf8'),
  ) as Record<string, Record<string, Record<string, string>>>;
  const sections = Object.values(documents).flatMap((document) => Object.values(document));
  return new Set(sections.flatMap((section) => Object.keys(section)));
}

if (import.meta.main) {
  const catalogue = JSON.parse(readFileSync(join(root, 'catalogues/en.json'), 'utf8')) as object;
  for (const { key, message } of await textProblems(new Map(textsOf(catalogue)), quotedKeys())) {
    console.error(`catalogues/en.json: ${key}: ${message}`);
    process.exitCode = 1;
  }

  const files = globSync(
    ['.github/**/*.md', 'README.md', '{prisma,tests,training}/README.md', 'server/**/README.md'],
    { cwd: root },
  ).filter((file) => !file.endsWith('glossary.md'));
  for (const file of files) {
    const problems = await documentProblems(readFileSync(join(root, file), 'utf8'), file);
    for (const { line, message } of problems) console.error(`${file}:${line}: ${message}`);
    if (problems.length) process.exitCode = 1;
  }

  for (const file of globSync(commentedFiles, { cwd: root }))
    for (const { line, message } of commentProblems(readFileSync(join(root, file), 'utf8'), file)) {
      console.error(`${file}:${line}: ${message}`);
      process.exitCode = 1;
    }
}
