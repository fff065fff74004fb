import { randomUUID } from 'node:crypto';
import type { StudioAudio } from '../../prisma/generated/client/client.ts';
import type { Database } from '../../server/lib/database/db.ts';

/** Creates audios of a user's studio, which is opened with the first of them. */
export const studioFactory =
  (db: Pick<Database, 'prisma'>) =>
  /** An audio that is not voiced. */
  async (
    userId: number,
    given: { text?: string; slug?: string; linkKey?: string } = {},
  ): Promise<StudioAudio> => {
    const { prisma } = db;
    const { text = 'Something to say.', slug = randomUUID().slice(0, 12), linkKey = null } = given;
    const known = await prisma.project.findUnique({ where: { studioUserId: userId } });
    const project = known ?? (await openStudio(prisma, userId));
    const article = await prisma.article.create({
      data: { projectId: project.id, title: text.slice(0, 100), text, status: 'ready' },
    });
    const channel = await prisma.channel.create({
      data: { projectId: project.id, type: 'player', slug: `studio-${randomUUID()}` },
    });
    return prisma.studioAudio.create({
      data: {
        slug,
        linkKey,
        userId,
        articleId: article.id,
        channelId: channel.id,
        language: 'en-US',
        voice: 'offline:en-US-Otto',
      },
    });
  };

async function openStudio(prisma: Database['prisma'], userId: number) {
  await prisma.studio.create({ data: { userId } });
  await prisma.account.create({ data: { studioUserId: userId, unit: 'milliseconds' } });
  return prisma.project.create({
    data: {
      name: 'Studio',
      ownerId: userId,
      studioUserId: userId,
      voiceProvider: 'offline',
      voiceName: 'en-US-Otto',
      voiceLanguage: 'en-US',
    },
  });
}
