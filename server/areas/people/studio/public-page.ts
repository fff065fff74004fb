import type { App } from '../../../kernel/app.ts';
import { parseVoiceTags } from '../../../text/voice-tags.ts';

/** An audio as shown to anyone who has its link. */
export interface PublicAudio {
  title: string;
  /** Without voice tags. */
  text: string;
  language: string;
  channel: string;
  articleId: number;
  /** Base name of the sound; null while it cannot be played. */
  file: string | null;
}

/** Returns the audio of a public page's key; null: there is none, or no longer. Requires no right. */
export async function publicAudio({ db }: App, linkKey: string): Promise<PublicAudio | null> {
  if (!/^[a-z0-9]{8,40}$/.test(linkKey)) return null;
  const row = await db.prisma.studioAudio.findFirst({
    where: { linkKey, deletedAt: null, article: { deletedAt: null, project: { deletedAt: null } } },
    select: {
      language: true,
      articleId: true,
      channel: { select: { slug: true } },
      article: { select: { title: true, text: true, audio: true } },
    },
  });
  return (
    row && {
      title: row.article.title,
      text: untagged(row.article.text),
      language: row.language,
      channel: row.channel.slug,
      articleId: row.articleId,
      file: row.article.audio,
    }
  );
}

const untagged = (text: string): string =>
  parseVoiceTags(text)
    .map(({ start, end }) => text.slice(start, end))
    .join('');
