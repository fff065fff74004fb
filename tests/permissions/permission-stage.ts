import { openSession } from '../../server/areas/identity/session.ts';
import { bookable, featureFlags, features, type Feature } from '../../server/kernel/features.ts';
import type { World } from '../rest/rest-calls.ts';
import type { TestServer } from '../support/server.ts';
import { quickHash } from '../support/quick-hash.ts';
import { takeSnapshot, type Snapshot } from '../support/snapshot.ts';
import { hashSecret } from '../../server/lib/crypto.ts';
import type { Caller } from './callers.ts';
import { invitationSecret } from './invitation-secret.ts';

export const password = 'correct horse battery staple';

/** A newsroom with everybody in it, which can be put back as it was. */
export interface Stage extends Pick<Snapshot, 'changedTables' | 'restore'> {
  /** What the caller's calls are about. */
  worldOf(caller: Caller): World;
  /** What is shown for the caller. */
  tokenOf(caller: Caller): string | undefined;
  /** Books and switches on: one feature alone, all but one, or all. */
  book(features: readonly Feature[]): Promise<void>;
}

const yesterday = () => new Date(Date.now() - 86_400_000);

export async function setStage(server: TestServer, page: string): Promise<Stage> {
  const { make, app } = server;
  const { prisma } = app.db;
  const room = await make.newsroom();
  const { organization, project } = room;
  await prisma.organization.update({ where: { id: organization.id }, data: { pseudo: 'The daily one' } });
  await prisma.user.update({ where: { id: room.viewer.id }, data: { passwordHash: quickHash(password) } });

  const granted = async (role: 'maintainer' | 'stats' | 'qa', user?: { id: number }) => {
    const { id } = user ?? (await make.user());
    await make.grant(project.id, id, role);
    return { id };
  };
  const partner = (given = {}, organizationId = organization.id) =>
    make.partnerToken(organizationId, given).then(({ token }) => token);
  const ended = async (given: { expiresAt?: Date }) => {
    const { token } = await openSession(app, room.maintainer.id);
    const { id } = await prisma.session.findFirstOrThrow({
      where: { userId: room.maintainer.id },
      orderBy: { createdAt: 'desc' },
    });
    if (Object.keys(given).length) await prisma.session.update({ where: { id }, data: given });
    else await prisma.session.delete({ where: { id } });
    return token;
  };
  const signedIn = (user: { id: number }) => server.signIn(user);

  const invited = await make.member(organization.id, 'maintainer');
  await prisma.member.update({
    where: { id: invited.member.id },
    data: {
      status: 'invited',
      inviteHash: hashSecret(invitationSecret),
      inviteExpiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  const former = await make.user();
  await prisma.project.update({
    where: { id: project.id },
    data: { ownerId: former.id, securityKey: 'a key' },
  });
  const replaced = await make.apiKey(project.id);
  await prisma.source.update({ where: { id: replaced.source.id }, data: { apiKeyHash: '0'.repeat(64) } });
  const elsewhere = await make.project({ organizationId: organization.id, ownerId: room.maintainer.id });
  const owner = await make.user();

  const tokens: Record<Caller, string | undefined> = {
    nobody: undefined,
    'wrong token': 'wrong',
    'expired session': await ended({ expiresAt: yesterday() }),
    'ended session': await ended({}),
    'expired partner token': await partner({ expiresAt: yesterday() }),
    'revoked partner token': await partner({ revokedAt: yesterday() }),
    'replaced key': replaced.apiKey,
    'new user': await signedIn(await make.user()),
    'maintainer of another organization': await signedIn(room.outsider),
    'partner of another organization': await partner({}, (await make.organization()).id),
    'invited member': await signedIn(invited),
    'former member': await signedIn(former),
    'key of another project': (await make.apiKey(elsewhere.id)).apiKey,
    'organization viewer': await signedIn(await make.member(organization.id, 'viewer')),
    'project stats': await signedIn(await granted('stats')),
    'project qa': await signedIn(await granted('qa')),
    'reading partner': await partner({ readOnly: true }),
    'reading key': (await make.apiKey(project.id, 'api_readonly')).apiKey,
    'organization editor': await signedIn(room.editor),
    'organization maintainer': await signedIn(room.maintainer),
    'project maintainer': await signedIn(await granted('maintainer')),
    'viewer and project maintainer': await signedIn(
      await granted('maintainer', await make.member(organization.id, 'viewer')),
    ),
    'editor and project qa': await signedIn(
      await granted('qa', await make.member(organization.id, 'editor')),
    ),
    partner: await partner(),
    key: (await make.apiKey(project.id)).apiKey,
    owner: await signedIn(owner),
    administrator: await signedIn(room.admin),
  };

  const studioAudio = await make.studioAudio(room.editor.id);
  const world = await worldFor(server, { ...room, invited, page, studioAudio });
  const own = await make.project({ ownerId: owner.id, securityKey: 'a key' });
  const source = await make.source(own.id);
  const article = await make.article(own.id, { sourceId: source.id });
  const audio = await make.audio(article.id);
  const channel = await make.channel(own.id);
  const ownWorld = await worldFor(server, {
    ...room,
    invited,
    page,
    studioAudio,
    project: own,
    source,
    audio,
    article: await prisma.article.findUniqueOrThrow({ where: { id: article.id } }),
    rule: await make.rule(own.id),
    playlist: await make.playlist(own.id, [article.id]),
    channel,
    episode: await make.episode(channel.id, article.id),
    deployment: await make.deployment(own.id),
    statisticsShare: await make.statisticsShare(own.id),
    ...(await make.dictionary(own.id)),
  });

  // Of what fewer began nothing is told.
  for (const { projectId, id: articleId } of [room.article, article])
    await prisma.articleHeard.create({
      data: {
        projectId,
        articleId,
        day: new Date(),
        teaser: false,
        plays: 5,
        durationMs: 1_000,
        parts: Array.from({ length: 100 }, () => 10),
      },
    });

  // With one rule alone there is nowhere to move it, and what changes nothing needs no feature.
  for (const { id } of [project, own]) await make.rule(id, { position: 1 });
  for (const [articleId, version] of [
    [room.article.id, room.audio.version],
    [article.id, audio.version],
  ] as const)
    await prisma.chunk.create({
      data: { articleId, version, position: 0, segmentKey: 'key', text: 'One.', start: 0, pauseMs: 0 },
    });

  // Whoever asks with a wrong password waits for the right one to be looked at.
  await prisma.user.updateMany({
    where: { passwordHash: null },
    data: { passwordHash: quickHash(password) },
  });
  const snapshot = await takeSnapshot(app.db);
  let standing: string | undefined;
  return {
    worldOf: (caller) => (caller === 'owner' ? ownWorld : world),
    tokenOf: (caller) => tokens[caller],
    async book(wanted) {
      // Most rows want what the one before them had, and what is put back has it.
      const all = wanted.join();
      if (all === standing) return;
      standing = all;
      const booked = wanted.filter((feature) => bookable.includes(feature) && feature !== 'article-log');
      await prisma.organization.update({ where: { id: organization.id }, data: { features: booked } });
      // What can be given to a project alone, and what a private one can have.
      const given = wanted.filter((feature) => feature === 'article-log');
      await prisma.project.update({ where: { id: project.id }, data: { features: given } });
      await prisma.project.update({ where: { id: own.id }, data: { features: [...booked, ...given] } });
      await prisma.platformFeature.deleteMany();
      const flags = wanted.filter((feature) => featureFlags.includes(feature) && !bookable.includes(feature));
      await prisma.platformFeature.createMany({ data: flags.map((feature) => ({ feature })) });
      await snapshot.keep(['Organization', 'Project', 'PlatformFeature']);
    },
    ...snapshot,
  };
}

async function worldFor({ make }: TestServer, room: Omit<World, 'apiSource' | 'soundFile'>): Promise<World> {
  return {
    ...room,
    apiSource: await make.apiKey(room.project.id),
    soundFile: (await make.sound(room.project.id)).file,
  };
}

export const allBut = (feature?: Feature): Feature[] => features.filter((other) => other !== feature);
