import type { App } from '../../server/kernel/app.ts';
import type { Factories } from '../support/factories.ts';
import type { Stage } from './stage.ts';

/** A project of 45 articles: more than two pages, in every state that has nothing to voice. */
const archived = Array.from({ length: 45 }, (_, index) => {
  const number = index + 1;
  const status = number % 9 === 0 ? 'errored' : number % 7 === 0 ? 'limit_reached' : 'rejected';
  return {
    title: `Archived article ${String(number).padStart(2, '0')}`,
    status,
    error: status === 'errored' ? 'The page answered 404.' : null,
    labels: number % 5 === 0 ? ['culture'] : [],
    addedAt: new Date(Date.UTC(2026, 0, number)),
  } as const;
});

const outdated = Array.from({ length: 6 }, (_, index) => ({
  title: `Old article ${index + 1}`,
  status: 'rejected' as const,
  labels: [],
  addedAt: new Date(Date.UTC(2026, 0, index + 1)),
}));

/**
 * Creates one test's data on the server: an organization with users and projects that no other test knows,
 * and a second one without booked features.
 * @param password of all users
 */
export async function raiseStage(
  { db }: App,
  make: Factories,
  { password, passwordHash }: { password: string; passwordHash: string },
): Promise<Stage> {
  const house = await make.organization({ timezone: 'Europe/Berlin' });
  const employ = async (role: 'maintainer' | 'editor' | 'viewer', fullname: string) =>
    (await make.member(house.id, role, await make.user({ fullname, passwordHash, balance: 0n }))).email;
  const maintainer = await make.user({ fullname: 'Mara Maintainer', passwordHash });
  await make.member(house.id, 'maintainer', maintainer);
  const project = (name: string) => make.project({ name, organizationId: house.id, ownerId: maintainer.id });
  const fill = (projectId: number, articles: readonly (typeof archived | typeof outdated)[number][]) =>
    db.prisma.article.createMany({
      data: articles.map((article) => ({
        text: 'One sentence. And another one.',
        url: 'https://example.com/a',
        ...article,
        labels: [...article.labels],
        projectId,
      })),
    });

  const archive = await project('Archive');
  await fill(archive.id, archived);
  const attic = await project('Attic');
  await fill(attic.id, outdated);

  // Rules that fit none of the articles that tests write.
  const newsroom = await project('Newsroom');
  await make.rule(newsroom.id, {
    name: 'No live blogs',
    predicates: [
      { operator: 'contains', subject: 'title', value: 'liveblog' },
      { operator: 'is', subject: 'label', value: 'sport, weather' },
    ],
    actions: [{ action: 'set_status', values: ['rejected'] }],
  });
  await make.rule(newsroom.id, {
    name: 'Louder obituaries',
    position: 1,
    predicates: [{ operator: 'is', subject: 'label', value: 'obituary' }],
    actions: [
      { action: 'volume_boost', values: ['20'] },
      { action: 'say_as', values: ['offline:en-US-Emil', 'offline:en-US-Gone'] },
    ],
  });

  // Neither name is part of the other.
  const bare = await make.organization({ name: `Rivals of ${house.slug}`, features: [] });
  await make.member(bare.id, 'maintainer', maintainer);
  const foreign = await make.project({
    name: 'Foreign affairs',
    organizationId: bare.id,
    ownerId: maintainer.id,
  });

  return {
    password,
    users: {
      maintainer: maintainer.email,
      admin: (await make.admin({ passwordHash, balance: 0n })).email,
      editor: await employ('editor', 'Edda Editor'),
      reader: await employ('viewer', 'Rita Reader'),
      newcomer: (
        await make.user({
          fullname: 'Nora Newcomer',
          email: `nora@quay-${maintainer.id}.example`,
          passwordHash,
        })
      ).email,
      penniless: (await make.user({ fullname: 'Penny Less', passwordHash, balance: 0n })).email,
    },
    organization: { slug: house.slug, name: house.name },
    archive: archive.id,
    attic: attic.id,
    newsroom: newsroom.id,
    audio: (await make.studioAudio(maintainer.id, { text: 'Read me. Then read on.' })).slug,
    foreign: {
      organization: { slug: bare.slug, name: bare.name },
      project: foreign.id,
      article: (await make.article(foreign.id)).id,
    },
  };
}
