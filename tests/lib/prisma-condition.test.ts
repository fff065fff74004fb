import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Actor } from '../../server/kernel/actor.ts';
import { readableBy } from '../../server/areas/access/project-access/access.ts';
import { conditionOf, formOf } from '../../server/lib/database/prisma-condition.ts';
import { useDatabase } from '../support/databases.ts';
import { actorOf, factories } from '../support/factories.ts';

const db = useDatabase();

test('the SQL condition gives each user the same projects as Prisma does', async () => {
  const make = factories(db);
  const { project, organization, maintainer, viewer, outsider, admin } = await make.newsroom();
  await make.newsroom();
  await make.project({ ownerId: maintainer.id });
  const removed = await make.project({ organizationId: organization.id, ownerId: maintainer.id });
  await db.prisma.project.update({ where: { id: removed.id }, data: { deletedAt: new Date() } });
  await db.prisma.projectRoleGrant.create({
    data: { projectId: project.id, userId: outsider.id, role: 'qa' },
  });
  const actors: Actor[] = [
    ...[maintainer, viewer, outsider, admin, await make.user()].map(actorOf),
    { kind: 'key', projectId: project.id, sourceId: 1, readOnly: true },
    {
      kind: 'partner',
      organizationId: organization.id,
      tokenId: 1,
      readOnly: true,
      projectIds: null,
      callsPerMinute: null,
    },
  ];
  for (const actor of actors) {
    const where = readableBy(actor);
    const byPrisma = await db.prisma.project.findMany({
      where,
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    const byHand = await db.sql
      .selectFrom('Project as p')
      .select('p.id')
      .where(() => conditionOf('Project', 'p', where))
      .orderBy('p.id')
      .execute();
    expect(byHand, JSON.stringify(actor)).toEqual(byPrisma);
  }
});

test('an unknown condition is refused rather than omitted', () => {
  for (const where of [
    { id: { gt: 1 } },
    { nothing: 1 },
    { articles: { none: {} } },
    { organization: { is: { id: 1 } } },
  ]) {
    expect(() => conditionOf('Project', 'p', where), JSON.stringify(where)).toThrow();
  }
});

test('a condition has the same SQL for any values, with placeholders in order', async () => {
  const of = (userId: number) => formOf(readableBy({ kind: 'user', userId, role: 'viewer', sessionId: '' }));
  expect(of(1).form).toBe(of(2).form);
  const asked: unknown[] = [];
  conditionOf(
    'Project',
    'p',
    readableBy({ kind: 'user', userId: 7, role: 'viewer', sessionId: '' }),
    (value) => (asked.push(value), sql`${value}`),
  );
  expect(asked).toEqual(of(7).values);
});
