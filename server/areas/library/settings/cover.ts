import type { Sql } from '../../../lib/database/db.ts';
import type { Image } from '../../../../prisma/generated/client/client.ts';
import type { App } from '../../../kernel/app.ts';
import { lockImage, imagesByTag } from '../sounds/cover-images.ts';
import { coverMaxBytes, coverMaxPixels } from '../../../product.ts';
import { settingMessages } from './messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/**
 * Why an image cannot be the cover of a project, or null: it goes into every file, and podcast directories
 * take no larger ones. The image stays until the transaction ends.
 */
export async function coverProblem(sql: Sql, tag: string): Promise<Message | null> {
  const image = await lockImage(sql, tag);
  if (!image) return settingMessages.IMAGE_NOT_FOUND();
  const { width, height, bytes } = image;
  if (bytes > coverMaxBytes)
    return settingMessages.COVER_TOO_LARGE({
      kilobytes: Math.ceil(bytes / 1000),
      most: coverMaxBytes / 1000,
    });
  if (width * height > coverMaxPixels)
    return settingMessages.PROJECT_COVER_TOO_MANY_PIXELS({ width, height, megapixels: coverMaxPixels / 1e6 });
  return null;
}

/** Covers by their tags, in no order. For callers who have read the project. */
export const coversByTag = (app: App, tags: readonly string[]): Promise<Image[]> => imagesByTag(app, tags);
