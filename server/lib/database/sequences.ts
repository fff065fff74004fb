import { execute, type Sql } from './db.ts';

/** How far a sequence is. */
export interface UsedSequence {
  /** Table and column: `Article.id`. */
  name: string;
  /** What it has given out, of what there is: 0 to 1. */
  used: number;
  /** What is left. */
  left: number;
}

/**
 * Returns every row-numbering sequence, relative to its column's range. One that continues below zero after
 * its maximum includes the negative numbers.
 */
export async function usedSequences(sql: Sql): Promise<UsedSequence[]> {
  const { rows } = await execute(
    sql,
    `SELECT t.relname || '.' || a.attname AS name,
       CASE WHEN s.last_value >= s.start_value THEN s.last_value - s.start_value
         WHEN s.last_value < s.start_value THEN s.max_value - s.start_value + s.last_value - s.min_value ELSE 0 END::float8 AS given,
       (CASE a.atttypid WHEN 'int8'::regtype THEN s.max_value ELSE least(s.max_value, 2147483647) END - s.min_value)::float8 AS room
     FROM pg_sequences s JOIN pg_class q ON q.relname = s.sequencename AND q.relnamespace = s.schemaname::regnamespace
       JOIN pg_depend d ON d.objid = q.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0
       JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
     WHERE s.schemaname = 'public' ORDER BY 1`,
  );
  return (rows as { name: string; given: number; room: number }[]).map(({ name, given, room }) => ({
    name,
    used: given / room,
    left: room - given,
  }));
}
