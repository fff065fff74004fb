import { partsOf, statementsOf, type MigrationPart } from '../server/lib/database/migration-parts.ts';

/** What a statement must not do to a table that is there already, and what to do instead. */
interface Rule {
  /** Of one action of an ALTER TABLE, or of a whole statement. */
  breaks: RegExp;
  unless?: RegExp;
  instead: string;
}

const newColumn = /^ADD\s+(?:COLUMN\s+)?(?!CONSTRAINT\b)/i;
const column = (pattern: string): RegExp => new RegExp(`${newColumn.source}[^]*${pattern}`, 'i');
const inBatches =
  'Add a plain column, let a trigger keep it, fill the old rows below "--! in batches", and let a later release switch to it.';

/**
 * What holds a lock for as long as a table has rows; a table that is always small may say `-- short: <why>`.
 */
const lasting: Rule[] = [
  {
    breaks: /^ALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DATA\s+)?TYPE\b/i,
    instead: `It writes every row anew under a lock. ${inBatches}`,
  },
  {
    breaks: column(String.raw`\bGENERATED\b[^]*\b(?:STORED|IDENTITY)\b`),
    instead: `It writes every row anew under a lock. ${inBatches}`,
  },
  {
    breaks: column(
      String.raw`\b(?:(?:BIG|SMALL)?SERIAL\b|DEFAULT\s+\(*(?:gen_random_uuid|uuid\w*|random|clock_timestamp|timeofday|nextval)\b)`,
    ),
    instead: `Its default is another for each row, so that all are written anew under a lock. ${inBatches}`,
  },
  {
    breaks: /^ALTER\s+(?:COLUMN\s+)?\S+\s+SET\s+NOT\s+NULL\b/i,
    instead:
      'It reads every row under a lock, and the release before may write NULL. Add CHECK (… IS NOT NULL) NOT VALID, and validate it a release later.',
  },
  {
    breaks: /^ADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:FOREIGN\s+KEY|CHECK)\b/i,
    unless: /\bNOT\s+VALID$/i,
    instead:
      'It reads every row under a lock. Add it NOT VALID, then VALIDATE CONSTRAINT below "--! one by one".',
  },
  {
    breaks: /^ADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:UNIQUE|PRIMARY\s+KEY|EXCLUDE)\b/i,
    unless: /\bUSING\s+INDEX\b/i,
    instead:
      'It makes an index under a lock. CREATE UNIQUE INDEX CONCURRENTLY below "--! one by one", then ADD CONSTRAINT … USING INDEX.',
  },
  {
    breaks: /^CREATE\s+(?:UNIQUE\s+)?INDEX\b/i,
    unless: /\bINDEX\s+CONCURRENTLY\b/i,
    instead:
      'Nobody can write meanwhile. Below "--! one by one": DROP INDEX CONCURRENTLY IF EXISTS <name>; CREATE INDEX CONCURRENTLY <name> ….',
  },
  {
    breaks: /^(?:WITH\b[^]*\b)?(?:UPDATE|DELETE\s+FROM)\s+(?:ONLY\s+)?"/i,
    instead: 'It keeps what it has changed locked until all is done. Fill and delete below "--! in batches".',
  },
  {
    breaks:
      /^(?:TRUNCATE|CLUSTER|REINDEX|LOCK|VACUUM\s+FULL|SET\s+(?:LOGGED|UNLOGGED|TABLESPACE|ACCESS\s+METHOD))\b/i,
    instead: 'It keeps everybody out until it is done.',
  },
];

/** Changes that break the previous release, which still runs during the migration. */
const required: Rule = {
  breaks: column(String.raw`\bNOT\s+NULL\b`),
  unless: /\bDEFAULT\b|\bGENERATED\b|\bSERIAL\b/i,
  instead: 'The release before adds rows without it. Give it a default, or let it be NULL.',
};

const removing: Rule = {
  breaks:
    /^(?:DROP\s+(?:TABLE|FUNCTION|PROCEDURE|TYPE|VIEW|MATERIALIZED\s+VIEW|SEQUENCE|SCHEMA|EXTENSION)\b|DROP\s+(?:COLUMN\s+)?(?:IF\s+EXISTS\s+)?"|RENAME\b|ALTER\s+(?:TYPE|FUNCTION|VIEW)\b[^]*\bRENAME\b)/i,
  instead:
    'The release before may still use it. Remove it when none does, and say above it: -- unused since <the release that no longer uses it>.',
};

/**
 * Returns statements of a migration that hold a lock for longer than a moment, or break the previous release
 * while it is running, each with an alternative. Tables that the migration itself creates are exempt, because
 * they are not in use yet.
 * @param released existing releases: whatever a statement removes has been unused since one of them
 */
export function breachesOf(name: string, sql: string, released: readonly string[]): string[] {
  const { parts, runsWith } = partsOf(name, sql);
  const own = new Set(
    [...sql.matchAll(/\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"(\w+)"/gi)].map(([, table]) => table!),
  );
  const found = parts.flatMap((part) =>
    statementsOf(part.sql, { comments: true }).flatMap((text) =>
      breachesOfStatement(text, part, own, released),
    ),
  );
  if (runsWith !== null && !(runsWith < name))
    found.push(`"--! runs with ${runsWith}": it is no migration before this one.`);
  found.push(...parts.filter(({ mode }) => mode === 'one by one').flatMap(unrepeatable));
  return found.map((breach) => `${name}: ${breach}`);
}

/** The releases that a changelog dates. */
export const releasesIn = (changelog: string): string[] =>
  [...changelog.matchAll(/^## \[([\d.]+)\] – \d{4}/gm)].map(([, version]) => version!);

function breachesOfStatement(
  text: string,
  { mode, sql }: MigrationPart,
  own: ReadonlySet<string>,
  released: readonly string[],
): string[] {
  const [statement = ''] = statementsOf(text);
  const table = tableOf(statement);
  if (table !== null && own.has(table)) return [];
  const since = /^-- unused since (\d[\d.]*\d)/m.exec(text)?.[1];
  const rules = [
    ...(mode === 'in batches' || /^-- short: \S/m.test(text) ? [] : lasting),
    required,
    ...(since !== undefined && released.includes(since) ? [] : [removing]),
  ];
  const found = actionsOf(statement).flatMap((action) =>
    rules
      .filter(({ breaks, unless }) => breaks.test(action) && !unless?.test(action))
      .map(({ instead }) => `${action}\n    ${instead}`),
  );
  if (mode === 'in batches' && !/\$1\b[^]*\bLIMIT\b[^]*\bAS "?last\b/i.test(statement))
    found.push(
      `${statement}\n    A batch begins behind the id $1, has a LIMIT, and answers its own last id AS last.`,
    );
  const index = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?("\w+")/i.exec(
    statement,
  )?.[1];
  if (index && !new RegExp(String.raw`\bDROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS\s+${index}`, 'i').test(sql))
    found.push(
      `${statement}\n    What a broken off try has left is no index: first DROP INDEX CONCURRENTLY IF EXISTS ${index}.`,
    );
  return found;
}

/** Statements outside a transaction run again if a process died before the part was recorded as done. */
function unrepeatable({ sql }: MigrationPart): string[] {
  const once =
    /^(?:CREATE\s+(?:TABLE|SEQUENCE|TYPE)\b(?!\s+IF\s+NOT)|CREATE\s+(?:FUNCTION|TRIGGER|VIEW)\b|ADD\s+COLUMN\s+(?!IF\s+NOT))/i;
  return statementsOf(sql)
    .flatMap(actionsOf)
    .filter((action) => once.test(action))
    .map(
      (action) =>
        `${action}\n    Outside a transaction it may run twice, if a process dies: IF NOT EXISTS, or OR REPLACE.`,
    );
}

function tableOf(statement: string): string | null {
  const named =
    /^(?:ALTER|DROP|TRUNCATE|LOCK)\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?"(\w+)"/i.exec(statement) ??
    /^CREATE\s+(?:UNIQUE\s+)?INDEX\b[^]*?\sON\s+(?:ONLY\s+)?"(\w+)"/i.exec(statement) ??
    /^(?:UPDATE|DELETE\s+FROM)\s+(?:ONLY\s+)?"(\w+)"/i.exec(statement);
  return named?.[1] ?? null;
}

/** Splits an ALTER TABLE into its actions; any other statement stays as it is. */
function actionsOf(statement: string): string[] {
  const [whole, actions] =
    /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?\S+\s+([^]*)$/i.exec(statement) ?? [];
  if (whole === undefined) return [statement];
  const found = [''];
  let depth = 0;
  for (const [piece] of actions!.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[^]/g)) {
    depth += piece === '(' ? 1 : piece === ')' ? -1 : 0;
    if (piece === ',' && depth === 0) found.push('');
    else found.push(found.pop()! + piece);
  }
  return found.map((action) => action.trim().replace(/\s+/g, ' '));
}
