import { randomUUID } from 'node:crypto';
import type { App } from '../../../server/kernel/app.ts';
import { graphql } from '../../support/server.ts';
import type { Attack, Tenants } from './attack.ts';

const articles = 100;
const words = 20_000;

const list = (first: number, fields: string): string =>
  `query($id: ID!) { project(id: $id) { articles(first: ${first}) { edges { node { ${fields} } } } } }`;
const highlight = 'highlight { word start length startMs endMs }';
const logs = 'log(first: 100) { edges { node { text changes { text } } } }';

export const attack: Attack = {
  name: 'lists of words and logs, and 600,000 ids',
  async prepare(app: App, { attacker }: Tenants) {
    const { project } = attacker.room;
    const text = 'word '.repeat(words);
    const timings = Array.from({ length: words }, (_, index) => ({
      start: index * 5,
      length: 4,
      startMs: index * 300,
      endMs: index * 300 + 280,
    }));
    for (let count = 0; count < articles; count++) {
      const version = randomUUID();
      const { id } = await app.db.prisma.article.create({
        data: {
          projectId: project.id,
          title: `Long ${count}`,
          text: '',
          labels: [],
          status: 'ready',
          audio: null,
        },
      });
      await app.db.prisma.audio.create({
        data: { version, articleId: id, durationMs: words * 300, bytes: 1_000, text, timings },
      });
      await app.db.prisma.article.update({ where: { id }, data: { audio: version } });
      await app.db.pool.query(
        `INSERT INTO "ArticleLog" ("articleId", action, kind, text) SELECT $1, 'page read', 'log', repeat(n || ' ', 60000) FROM generate_series(100, 119) AS n`,
        [id],
      );
    }
  },
  async run({ url, attacker, scale }) {
    const { admin } = attacker.tokens;
    const id = String(attacker.room.project.id);
    const asked = [articles * scale, 20 * scale, 5].flatMap((first) => [
      list(first, highlight),
      list(first, logs),
      list(first, `${highlight} ${logs}`),
    ]);
    await Promise.allSettled(asked.map((document) => graphql(url, document, { id }, admin)));
    // Refused for its length, and for what it holds.
    for (const count of [600_000 * scale, 150_000 * scale]) {
      const ids = Array.from({ length: count }, (_, index) => btoa(`Article:${index}`));
      for (const token of [undefined, admin])
        await graphql(url, 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }, token).catch(
          () => undefined,
        );
    }
  },
};
