import type { Sql } from '../../lib/db.ts';
import { coverMaxBytes, coverMaxPixels } from '../../product.ts';

/** Why an image cannot be the cover of a project, or null: it goes into every file, and podcast directories take no larger ones. */
export async function coverProblem(sql: Sql, tag: string): Promise<string | null> {
  const image = await sql.selectFrom('Image').select(['width', 'height', 'bytes']).where('tag', '=', tag).executeTakeFirst();
  if (!image) return 'There is no such picture.';
  const { width, height, bytes } = image;
  if (bytes > coverMaxBytes) return `The picture has ${Math.ceil(bytes / 1000)} KB; a cover may have ${coverMaxBytes / 1000} KB.`;
  if (width * height > coverMaxPixels) return `The picture has ${width} × ${height} pixels; a cover may have ${coverMaxPixels / 1e6} megapixels, such as 3000 × 3000.`;
  return null;
}
