/**
 * The article list as one would write it by hand for speed: Fastify, pg, and the very statements that the GraphQL server sends
 * for the same request. The benchmark's other side; started as a process of its own.
 */
import Fastify from 'fastify';
import { jwtVerify } from 'jose';
import pg from 'pg';
import { countCap } from '../../server/product.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

/** What the benchmark hands over in the environment variable `HANDWORK`. */
export interface Handwork {
  databaseUrl: string;
  jwtSecret: string;
  /** By name of the request: the statements in their order; the last but one lists, the last one counts. */
  requests: Record<string, Statement[]>;
}

async function serve({ databaseUrl, jwtSecret, requests }: Handwork): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const key = new TextEncoder().encode(jwtSecret);
  const server = Fastify();
  server.post<{ Body: { name: string } }>('/', async (request, reply) => {
    await jwtVerify(request.headers.authorization!.slice('Bearer '.length), key, { algorithms: ['HS256'] });
    const answers: Record<string, any>[][] = [];
    for (const { text, values } of requests[request.body.name]!) answers.push((await pool.query(text, values)).rows);
    const [articles, [count]] = answers.slice(-2) as [Record<string, any>[], Record<string, any>[]];
    const rows = articles.slice(0, 20);
    return reply.send({
      data: {
        project: {
          articles: {
            totalCount: Math.min(count!['count'] as number, countCap),
            pageInfo: { hasNextPage: articles.length > 20 },
            edges: rows.map((row) => ({
              cursor: Buffer.from(`${row['addedAt'].toISOString()} ${row['id']}`).toString('base64url'),
              node: {
                id: Buffer.from(`Article:${row['id']}`).toString('base64'),
                databaseId: row['id'],
                title: row['title'],
                url: row['url'],
                status: row['status'],
                error: row['error'],
                labels: row['labels'],
                file: row['audio'] && `/download/audio/${row['audio']}.mp3`,
                addedAt: row['addedAt'].toISOString(),
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
