import { openSession } from '../../server/areas/access/identity/session.ts';
import { bookableFeatures, featureFlags, features, type Feature } from '../../server/kernel/features.ts';
import type { World } from '../rest/rest-calls.ts';
import type { TestServer } from '../support/server.ts';
import { quickHash } from '../support/quick-hash.ts';
import { takeSnapshot, type Snapshot } from '../support/snapshot.ts';
import { hashSecret } from '../../server/lib/security/crypto.ts';
import type { Caller } from './callers.ts';
import { invitationSecret } from './invitation-secret.ts';

export const password = 'correct horse battery staple';

/** Newsroom with every kind of caller, which can be restored. */
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

  const granted = (role: GrantedRole, user?: { id: number }) => grantRole(server, project.id, role, user);
  const partner = (given = {}, organizationId = organization.id) =>
    make.partnerToken(organizationId, given).then(({ token }) => token);
  const signedIn = (user: { id: number }) => server.signIn(user);

  const invited = await inviteMember(server, organization.id);
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
    'expired session': await endedSession(server, room.maintainer.id, { expiresAt: yesterday() }),
    'ended session': await endedSession(server, room.maintainer.id, {}),
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
  const { own, article, audio, ownWorld } = await makeOwnWorld(server, owner.id, {
    ...room,
    invited,
    page,
    studioAudio,
  });

  await fillProjects(app, [
    { ...room.article, version: room.audio.version },
    { ...article, version: audio.version },
  ]);
  // With one rule alone there is nowhere to move it, and what changes nothing needs no feature.
  for (const { id } of [project, own]) await make.rule(id, { position: 1 });

  // A call with a wrong password waits for the check of the right one, so it is hashed quickly.
  await prisma.user.updateMany({
    where: { passwordHash: null },
    data: { passwordHash: quickHash(password) },
  });
  const snapshot = await takeSnapshot(app.db);
  return {
    worldOf: (caller) => (caller === 'owner' ? ownWorld : world),
    tokenOf: (caller) => tokens[caller],
    book: bookFeatures(server, { organization, project, own }, snapshot),
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

/** The world of the owner of a project outside of organizations. */
async function makeOwnWorld(
  server: TestServer,
  ownerId: number,
  room: Omit<World, 'apiSource' | 'soundFile'>,
) {
  const { make, app } = server;
  const { prisma } = app.db;
  const own = await make.project({ ownerId: ownerId, securityKey: 'a key' });
  const source = await make.source(own.id);
  const article = await make.article(own.id, { sourceId: source.id });
  const audio = await make.audio(article.id);
  const channel = await make.channel(own.id);
  const ownWorld = await worldFor(server, {
    ...room,
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
    webhookDelivery: await make.webhookDelivery(own.id),
    ...(await make.dictionary(own.id)),
  });
  return { own, article, audio, ownWorld };
}

/** Books and switches on features for the organization, its project and the one outside of it. */
function bookFeatures(
  { app }: TestServer,
  { organization, project, own }: Record<'organization' | 'project' | 'own', { id: number }>,
  snapshot: Snapshot,
): Stage['book'] {
  const { prisma } = app.db;
  let standing: string | undefined;
  return async (wanted) => {
    // Most rows want what the one before them had, and what is put back has it.
    const all = wanted.join();
    if (all === standing) return;
    standing = all;
    const booked = wanted.filter(
      (feature) => bookableFeatures.includes(feature) && feature !== 'article-log',
    );
    await prisma.organization.update({ where: { id: organization.id }, data: { features: booked } });
    // What can be given to a project alone, and what a private one can have.
    const given = wanted.filter((feature) => feature === 'article-log');
    await prisma.project.update({ where: { id: project.id }, data: { features: given } });
    await prisma.project.update({ where: { id: own.id }, data: { features: [...booked, ...given] } });
    await prisma.platformFeature.deleteMany();
    const flags = wanted.filter(
      (feature) => featureFlags.includes(feature) && !bookableFeatures.includes(feature),
    );
    await prisma.platformFeature.createMany({ data: flags.map((feature) => ({ feature })) });
    await snapshot.keep(['Organization', 'Project', 'PlatformFeature']);
  };
}

/** A session that was ended, or that ends by its time. */
async function endedSession(
  { app }: TestServer,
  userId: number,
  given: { expiresAt?: Date },
): Promise<string> {
  const { token } = await openSession(app, userId);
  const { id } = await app.db.prisma.session.findFirstOrThrow({
    where: { userId },
    orderBy: { createdAt: 'desc' },
  });
  if (Object.keys(given).length) await app.db.prisma.session.update({ where: { id }, data: given });
  else await app.db.prisma.session.delete({ where: { id } });
  return token;
}

/** A member whose invitation was not accepted yet. */
async function inviteMember({ app, make }: TestServer, organizationId: number) {
  const invited = await make.member(organizationId, 'maintainer');
  await app.db.prisma.member.update({
    where: { id: invited.member.id },
    data: {
      status: 'invited',
      inviteHash: hashSecret(invitationSecret),
      inviteExpiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  return invited;
}

/** Fills in what listeners did with articles, and how their audio was made. */
async function fillProjects(
  { db: { prisma } }: TestServer['app'],
  articles: readonly { id: number; projectId: number; version: string }[],
): Promise<void> {
  for (const { projectId, id: articleId, version } of articles) {
    // Figures of fewer than five plays are not shown.
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
    await prisma.chunk.create({
      data: { articleId, version, position: 0, segmentKey: 'key', text: 'One.', start: 0, pauseMs: 0 },
    });
  }
}

type GrantedRole = 'maintainer' | 'stats' | 'qa';

/** Gives a role in a project to a user, or to a new one. */
async function grantRole(
  { make }: TestServer,
  projectId: number,
  role: GrantedRole,
  user?: { id: number },
): Promise<{ id: number }> {
  const { id } = user ?? (await make.user());
  await make.grant(projectId, id, role);
  return { id };
}
