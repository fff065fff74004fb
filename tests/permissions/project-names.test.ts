import { expect, test } from 'vitest';
import { accessProjects, projectNames } from '../../server/areas/access/project-access/access.ts';
import { rightsOf } from '../../server/areas/access/project-access/policy.ts';
import { system, type Actor } from '../../server/kernel/actor.ts';
import { useDatabase } from '../support/databases.ts';
import { actorOf, factories } from '../support/factories.ts';

const db = useDatabase();

test('names are shown only for projects of an organization that the user has access to', async () => {
  const make = factories(db);
  const { organization, project, viewer, editor, maintainer, outsider, admin } = await make.newsroom();
  const second = await make.project({ organizationId: organization.id, name: 'Second' });
  const deleted = await make.project({ organizationId: organization.id, deletedAt: new Date() });
  const guest = await make.user();
  await make.grant(second.id, guest.id, 'stats');
  await make.grant(project.id, guest.id, 'qa');
  await make.grant(deleted.id, guest.id, 'maintainer');
  const partner: Actor = {
    kind: 'partner',
    organizationId: organization.id,
    readOnly: true,
    tokenId: 1,
    projectIds: null,
    callsPerMinute: null,
  };
  const key: Actor = { kind: 'key', projectId: second.id, readOnly: false, sourceId: 1 };
  const actors: Actor[] = [
    ...[viewer, editor, maintainer, outsider, admin, guest].map(actorOf),
    partner,
    { ...partner, projectIds: [second.id] },
    { ...partner, organizationId: organization.id + 1 },
    key,
    system,
  ];
  const ids = [project.id, second.id, deleted.id];
  const rights = [...new Set(Object.values(rightsOf).flat())];
  let told = 0;
  for (const actor of actors) {
    const projects = await accessProjects(db.sql, actor, ids);
    for (const right of rights) {
      const may = projects.filter((one) => one.rights.has(right));
      const names = await projectNames(db.sql, actor, organization.id, right);
      expect(names, `${right} of ${JSON.stringify(actor)}`).toEqual(
        new Map(may.map(({ id, name }) => [id, name])),
      );
      told += names.size;
    }
  }
  expect(told).toBeGreaterThan(actors.length);
  await expect(projectNames(db.sql, { kind: 'anonymous' }, organization.id, 'read')).rejects.toThrow();
});
