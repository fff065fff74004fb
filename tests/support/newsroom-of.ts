import type { Newsroom } from './factories.ts';
import type { TestServer } from './server.ts';

/** Makes a newsroom with so many of everything that lists show, and of audios in its maintainer's studio. */
export async function makeNewsroomOf(
  server: Pick<TestServer, 'app' | 'make'>,
  count: number,
): Promise<{ room: Newsroom; audio: string }> {
  const room = await server.make.newsroom();
  const { prisma } = server.app.db;
  const [projectId, userId] = [room.project.id, room.maintainer.id];
  let audio = '';
  for (let made = 0; made < count; made++) ({ slug: audio } = await server.make.studioAudio(userId));
  const each = <T>(row: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => row(index));
  await prisma.extractorRule.createMany({
    data: each((position) => ({ projectId, position, rule: 'should', selector: 'p' })),
  });
  await prisma.urlReplacement.createMany({
    data: each((position) => ({ projectId, position, source: 'a', destination: 'b' })),
  });
  await prisma.projectLog.createMany({ data: each(() => ({ projectId, userId, action: 'updated' })) });
  await prisma.sound.createMany({
    data: each((index) => ({
      projectId,
      name: 'Sound',
      file: `sound-${projectId}-${index}`,
      durationMs: 1,
      bytes: 1,
    })),
  });
  await prisma.articleLog.createMany({
    data: ['log', 'update', 'recrawl'].flatMap((kind) =>
      each(() => ({ articleId: room.article.id, userId, kind, action: 'edited' })),
    ),
  });
  await prisma.chunk.createMany({
    data: each((position) => ({
      articleId: room.article.id,
      version: room.audio.version,
      position,
      segmentKey: `k${position}`,
      text: 'One.',
      start: 0,
      pauseMs: 0,
    })),
  });
  for (let more = 1; more < count; more++) {
    const project = await server.make.project({ organizationId: room.organization.id, ownerId: userId });
    await server.make.source(project.id);
    const source = await server.make.source(projectId);
    await server.make.rule(projectId, { position: more });
    await server.make.channel(projectId, { modifiedBy: userId });
    await server.make.playlist(projectId, [room.article.id], { modifiedBy: userId });
    await server.make.member(room.organization.id, 'viewer');
    const article = await server.make.article(projectId, { sourceId: source.id });
    await server.make.audio(article.id);
    await server.make.member((await server.make.organization()).id, 'viewer', { id: userId });
  }
  return { room, audio };
}
