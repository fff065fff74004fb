import { sql as raw } from 'kysely';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { speechMismatchKinds, type Finding, type FindingKind } from './findings/finders.ts';

/**
 * Records what was found in a version that is there, in place of what was found before. What listeners
 * reported stays.
 */
export async function storeFindings(sql: Sql, version: string, findings: readonly Finding[]): Promise<void> {
  await sql
    .deleteFrom('Finding')
    .where('version', '=', version)
    .where('kind', '<>', 'LISTENER_REPORT' satisfies FindingKind)
    .execute();
  await insertFindings(sql, version, findings, 0);
}

/** Adds the speech findings of a version to its earlier findings, whose positions stay. */
export async function addSpeechFindings(
  sql: Sql,
  version: string,
  findings: readonly Finding[],
): Promise<void> {
  await sql
    .deleteFrom('Finding')
    .where('version', '=', version)
    .where('kind', '=', anyOf(speechMismatchKinds, 'text'))
    .execute();
  const { next } = await sql
    .selectFrom('Finding')
    .select(raw<number>`coalesce(max("position") + 1, 0)::int`.as('next'))
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  await insertFindings(sql, version, findings, next);
}

async function insertFindings(
  sql: Sql,
  version: string,
  findings: readonly Finding[],
  from: number,
): Promise<void> {
  if (findings.length === 0) return;
  await sql
    .insertInto('Finding')
    .values(
      findings.map(({ reason, ...finding }, index) => ({
        ...finding,
        version,
        position: from + index,
        reason: JSON.stringify(reason),
      })),
    )
    .execute();
}

/** SQL condition that a finding is open: neither it nor its word in this project has been marked as right. */
export const isOpenFinding = (projectId: unknown) => raw<boolean>`NOT f."isRight" AND NOT EXISTS (
  SELECT FROM "RightWord" r WHERE r."projectId" = ${projectId} AND r."word" = lower(f."word"))`;

/** Weighs what was found in a version of an article, by which Smart QA chooses. */
export async function weighFindings(sql: Sql, articleId: number, version: string): Promise<void> {
  await sql
    .updateTable('Article')
    .set({
      foundWeight: raw<number>`(SELECT coalesce(sum(f."weight"), 0)::int FROM "Finding" f
        WHERE f."version" = ${version} AND ${isOpenFinding(raw.ref('Article.projectId'))})`,
    })
    .where('id', '=', articleId)
    .execute();
}
