import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { testTitles } from '../support/test-titles.ts';

interface Statement {
  section: string;
  statement: string;
  /** The file and title of its test, or why it has none. */
  evidence: { file: string; title: string } | { untested: string };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = new URL('.', import.meta.url);
/** Sections of each document that make statements about behavior. */
const sections: Record<string, string[]> = {
  'document-1.md': ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  'document-2.md': ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  'document-3.md': '1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 3 4 5 6 7 8 9'.split(' '),
};

/**
 * Reads a document's statements: a heading per section, then for each statement a line, and below it its test
 * or `untested:` with the reason. @throws Error for any other line
 */
function readStatements(text: string): Statement[] {
  const statements: Statement[] = [];
  let section = '';
  let statement: string | null = null;
  for (const line of text.split('\n').slice(1)) {
    const match = /^## (.+)$|^- (.+)$|^ {2}`([^`]+)` › (.+)$|^ {2}untested: (.+)$/.exec(line);
    if (!match && line !== '') throw new Error(`Not a heading, statement or test: ${line}`);
    const [, heading, sentence, file, title, untested] = match ?? [];
    if (sentence ?? heading) {
      if (statement) throw new Error(`Neither a test nor a reason: ${statement}`);
      section = heading ?? section;
      statement = sentence ?? null;
    } else if (match) {
      if (!statement) throw new Error(`No statement above: ${line}`);
      const evidence = untested ? { untested } : { file: file!, title: title! };
      statements.push({ section, statement, evidence });
      statement = null;
    }
  }
  if (statement) throw new Error(`Neither a test nor a reason: ${statement}`);
  return statements;
}

test('every document is read', () => {
  const documents = readdirSync(folder).filter((name) => name.endsWith('.md'));
  expect(documents.sort()).toEqual(Object.keys(sections));
});

describe.each(Object.keys(sections))('%s', (name) => {
  const statements = readStatements(readFileSync(new URL(name, folder), 'utf8'));

  test('has no duplicate statements in a section', () => {
    const keys = statements.map(({ section, statement }) => `${section}: ${statement}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('has statements for every section', () => {
    const listed = new Set(statements.map(({ section }) => section.split(' ')[0]));
    expect([...listed]).toEqual(sections[name]);
  });

  test('refers to existing tests', () => {
    const missing = statements.flatMap(({ evidence }) => {
      if ('untested' in evidence) return [];
      const { file, title } = evidence;
      return testTitles(`${root}${file}`).includes(title) ? [] : [`${file} › ${title}`];
    });
    expect(missing).toEqual([]);
  });

  test('leaves exactly the recorded statements untested', () => {
    const untested = statements.flatMap(({ section, statement, evidence }) =>
      'untested' in evidence ? [`${section}: ${statement} (${evidence.untested})`] : [],
    );
    expect({ tested: statements.length - untested.length, untested }).toMatchSnapshot();
  });
});

test('a malformed list of statements is refused', () => {
  const [head, line] = ['# Document', '## 1 Section'];
  expect(() => readStatements([head, line, '- A statement.', '- Another.'].join('\n'))).toThrow(/Neither/);
  expect(() => readStatements([head, line, '  untested: no reason'].join('\n'))).toThrow(/No statement/);
  expect(() => readStatements([head, line, 'Anything else'].join('\n'))).toThrow(/Not a heading/);
});
