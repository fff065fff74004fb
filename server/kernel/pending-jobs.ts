import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

/**
 * Returns the condition that no job with these fields of its payload is waiting or running. The queue's
 * table is not in the data model.
 */
export const hasNoJob = (
  job: { name: string },
  fields: Record<string, Expression<number | string>>,
): RawBuilder<SqlBool> =>
  sql`NOT EXISTS (SELECT 1 FROM pgboss.job queued WHERE queued.name = ${sql.lit(job.name)} AND queued.state < 'completed'
    AND ${sql.join(
      Object.entries(fields).map(([field, value]) => sql`queued.data->>${sql.lit(field)} = ${value}::text`),
      sql` AND `,
    )})`;
