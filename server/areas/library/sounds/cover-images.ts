import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Image } from '../../../../prisma/generated/client/client.ts';
import { measureImage, type CoverImage } from '../../../audio/cover-picture.ts';
import { imageFile } from '../../../storage/files.ts';
import { imageMaxBytes, imageMaxPixels, imagesMax } from '../../../product.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { requireWriter } from '../../access/identity/policy.ts';
import { soundMessages } from './messages.ts';

/** The path that it is served at. */
export const imagePath = (tag: string): string => `/download/image/${tag}`;

/** Returns pictures by their tags, in no order. Knowing a tag is enough to see the picture. */
export async function imagesByTag(app: App, tags: readonly string[]): Promise<Image[]> {
  return app.db.prisma.image.findMany({ where: { tag: { in: [...tags] } } });
}

/**
 * Keeps an image from being cleaned up until the transaction ends, in which it is chosen. Returns null if
 * there is none.
 */
export const lockImage = async (sql: Sql, tag: string): Promise<Selectable<Tables['Image']> | null> =>
  (await sql.selectFrom('Image').selectAll().where('tag', '=', tag).forKeyShare().executeTakeFirst()) ?? null;

/** Rate limit of picture uploads per caller. */
const uploads = declareRate('Uploaded pictures', 'a caller', { burst: 60, everyMs: 10_000 });

/**
 * What a picture is: a JPEG or PNG by its content, whose header alone is looked at. @throws ValidationError
 * on `file`
 */
export function checkImage(bytes: Uint8Array): CoverImage {
  if (bytes.length > imageMaxBytes) throw refused(soundMessages.IMAGE_FILE_TOO_LARGE());
  const image = measureImage(bytes);
  if (!image || image.width === 0 || image.height === 0) throw refused(soundMessages.IMAGE_FILE_TYPE());
  const { width, height } = image;
  if (width * height > imageMaxPixels) {
    throw refused(soundMessages.IMAGE_TOO_MANY_PIXELS({ width, height, megapixels: imageMaxPixels / 1e6 }));
  }
  return image;
}

/**
 * Stores an image. The same image again returns the existing one.
 * @throws NotSignedInError, NotAllowedError for programs that only read, LimitReachedError, ValidationError
 * on `file`
 */
export async function uploadImage(app: App, actor: Actor, bytes: Uint8Array): Promise<Image> {
  requireWriter(actor);
  const { mime: mediaType, width, height } = checkImage(bytes);
  await countAgainstRate(app, uploads, callerOf(actor, ''), soundMessages.TOO_MANY_IMAGE_UPLOADS());
  const userId = actor.kind === 'user' ? actor.userId : null;
  if (userId !== null && (await app.db.prisma.image.count({ where: { userId } })) >= imagesMax)
    throw new LimitReachedError(soundMessages.TOO_MANY_IMAGES({ most: imagesMax }));
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
  await app.storage.put(imageFile(tag), bytes);
  const row = { tag, mediaType, width, height, bytes: bytes.length, userId };
  // A repeated upload counts as new, so that cleanup does not delete it before it can be chosen.
  return app.db.prisma.image.upsert({ where: { tag }, create: row, update: { createdAt: databaseTime() } });
}

const refused = (message: Message): ValidationError => new ValidationError([{ field: 'file', ...message }]);
