import type { Sql } from '../../lib/db.ts';
import type { Image } from '../../../prisma/generated/client/client.ts';
import type { App } from '../../kernel/app.ts';
import { imagesByTag } from '../sounds/images.ts';
import { coverMaxBytes, coverMaxPixels } from '../../product.ts';

/**
 * Why an image cannot be the cover of a project, or null: it goes into every file, and podcast directories
 * take no larger ones.
 */
export async function coverProblem(sql: Sql, tag: string): Promise<string | null> {
  const image = await sql
    .selectFrom('Image')
    .select(['width', 'height', 'bytes'])
    .where('tag', '=', tag)
    .executeTakeFirst();
  if (!image) return 'This image does not exist.';
  const { width, height, bytes } = image;
  if (bytes > coverMaxBytes)
    return `The image has ${Math.ceil(bytes / 1000)} KB; a cover can have at most ${coverMaxBytes / 1000} KB.`;
  if (width * height > coverMaxPixels)
    return `The image has ${width} × ${height} pixels; a cover can have at most ${coverMaxPixels / 1e6} megapixels, such as 3000 × 3000.`;
  return null;
}

/** Covers by their tags, in no order. For callers who have read the project. */
export const coversByTag = (app: App, tags: readonly string[]): Promise<Image[]> => imagesByTag(app, tags);
