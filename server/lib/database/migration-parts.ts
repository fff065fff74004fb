/**
 * A migration that was applied has been changed since; its SQL failed (then nothing of it remains); its locks
 * were not to be had; or the database is of a newer release.
 */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** How a part of a migration is run: see prisma/README.md. */
export type PartMode = 'in one transaction' | 'in batches' | 'one by one';

export interface MigrationPart {
  mode: PartMode;
  sql: string;
  /** The unreleased migration that did the same: a database that records it skips the part. */
  replaces: string | null;
}

/** Directives in a migration's text on how it is run. */
export interface MigrationParts {
  parts: MigrationPart[];
  /** The migration that a process has to know to run with what this one makes; null: this one itself. */
  runsWith: string | null;
}

/**
 * The parts of a migration: lines `--! …` say how what follows is run, and with which releases it runs.
 * @throws MigrationError for a directive that is not known
 */
export function partsOf(name: string, text: string): MigrationParts {
  let runsWith: string | null = null;
  let replaces: string | null = null;
  const parts: MigrationPart[] = [];
  const begin = (mode: PartMode) => parts.push({ mode, sql: '', replaces });
  begin('in one transaction');
  for (const line of text.split(/(?<=\n)/)) {
    const directive = line.startsWith('--!') ? line.slice(3).trim() : undefined;
    const [, verb, other] = /^(runs with|replaces) (\w+)$/.exec(directive ?? '') ?? [];
    if (directive === undefined) parts.at(-1)!.sql += line;
    else if (verb === 'runs with') runsWith = other!;
    else if (verb === 'replaces') {
      replaces = other!;
      begin('in one transaction');
    } else if (isMode(directive)) begin(directive);
    else throw new MigrationError(`Migration ${name}: "--! ${directive}" is not known.`);
  }
  return { runsWith, parts: parts.filter(({ sql }) => statementsOf(sql).length > 0) };
}

const isMode = (text: string): text is PartMode =>
  ['in one transaction', 'in batches', 'one by one'].includes(text);

/**
 * The statements of an SQL text, without comments: quoted texts and names, and bodies of functions (`$$`),
 * stay in one piece.
 * @param comments whether those before and within a statement stay
 */
export function statementsOf(sql: string, { comments = false } = {}): string[] {
  const piece = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|;|[^]/g;
  const statements = [''];
  for (const [text] of sql.matchAll(piece)) {
    if (text === ';') statements.push('');
    else if (comments || !/^(--|\/\*)/.test(text)) statements.push(statements.pop()! + text);
  }
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => /^(?!--|\/\*)./m.test(statement));
}
