/**
 * Implements the article list by hand for speed, as the benchmark's baseline: Fastify, pg and two prepared
 * statements, one for the session, one for the right to the project, the page and its count together. Runs as
 * a separate process.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { tokenKeys } from '../../server/lib/security/signed-token.ts';
import { searchCountCap } from '../../server/product.ts';

/** What the benchmark hands over in the environment variable `HANDWORK`. */
export interface Handwork {
  databaseUrl: string;
  jwtSecret: string;
}

/** What a call asks for. */
interface Asked {
  projectId: number;
  query: string | null;
}

const session = `
SELECT u.id, u.role FROM "Session" s JOIN "User" u ON u.id = s."userId"
 WHERE s.id = $1 AND s."expiresAt" > now() AND s."lastSeenAt" > now() - interval '30 days'`;

/** $1 the project, $2 the user, $3 whether that is an administrator, $4 the search. */
const list = (search: string, count: string): string => `
WITH project AS (
  SELECT p.id FROM "Project" p LEFT JOIN "Member" m ON m."organizationId" = p."organizationId" AND m."userId" = $2 AND m.status = 'active'
   WHERE p.id = $1 AND p."deletedAt" IS NULL AND ($3 OR m.id IS NOT NULL OR (p."organizationId" IS NULL AND p."ownerId" = $2)
     OR EXISTS (SELECT 1 FROM "ProjectRoleGrant" g WHERE g."projectId" = p.id AND g."userId" = $2))
), counted AS (
  ${count}
), page AS (
  SELECT id, title, url, status, error, labels, audio, "addedAt" FROM "Article" WHERE "projectId" = $1 AND "deletedAt" IS NULL${search}
   ORDER BY "addedAt" DESC, id DESC LIMIT 21
)
SELECT counted.count, page.* FROM project CROSS JOIN counted LEFT JOIN page ON true ORDER BY page."addedAt" DESC, page.id DESC`;

const sought = ' AND "titleFolded" LIKE $4';
const searching = {
  name: 'search',
  text: list(
    sought,
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM "Article" WHERE "projectId" = $1 AND "deletedAt" IS NULL${sought} LIMIT ${searchCountCap + 1}) AS found`,
  ),
};
const listing = {
  name: 'list',
  text: list('', 'SELECT sum("count")::int AS count FROM "ArticleTally" WHERE "projectId" = $1'),
};

async function serve({ databaseUrl, jwtSecret }: Handwork): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const tokens = tokenKeys([jwtSecret]);
  const server = Fastify();
  server.post<{ Body: Asked }>('/', async ({ headers, body: { projectId, query } }, reply) => {
    const claims = tokens.read(headers.authorization!.slice('Bearer '.length));
    const {
      rows: [user],
    } = await pool.query({ name: 'session', text: session, values: [claims?.['sid']] });
    if (!user) return reply.code(401).send();
    const who = [projectId, user.id, user.role === 'admin'];
    const { rows: found } = await pool.query(
      query === null ? { ...listing, values: who } : { ...searching, values: [...who, `%${query}%`] },
    );
    if (!found[0]) return reply.send({ data: { project: null } });
    const rows = found.filter(({ id }) => id !== null).slice(0, 20);
    return reply.send({
      data: {
        project: {
          articles: {
            totalCount: query === null ? found[0].count : Math.min(found[0].count, searchCountCap),
            pageInfo: { hasNextPage: found.length > 20 },
            edges: rows.map((row) => ({
              cursor: Buffer.from(`${row.addedAt.toISOString()} ${row.id}`).toString('base64url'),
              node: {
                id: Buffer.from(`Article:${row.id}`).toString('base64'),
                databaseId: row.id,
                title: row.title,
                url: row.url,
                status: row.status.toUpperCase(),
                error: row.error,
                labels: row.labels,
                file: row.audio && `/download/audio/${row.audio}.mp3`,
                addedAt: row.addedAt.toISOString(),
              },
            })),
          },
        },
      },
    });
  });
  console.log(await server.listen({ port: 0, host: '127.0.0.1' }));
}

if (import.meta.main) await serve(JSON.parse(process.env['HANDWORK']!) as Handwork);
