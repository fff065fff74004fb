import type { User } from '../../../../prisma/generated/client/client.ts';
import { GateFullError } from '../../../lib/threads/gate.ts';
import { ThreadEndedError } from '../../../lib/threads/start-thread.ts';
import { exceededMemory } from '../../../lib/threads/task-pool.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { imageMaxPixels } from '../../../product.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { checkImage, imagePath, uploadImage } from '../../library/sounds/cover-images.ts';
import { profileMessages } from './messages.ts';

/** Pixels; the largest that the dashboard shows, on screens of double density. */
export const avatarSide = 256;
const uploads = declareRate('Profile pictures', 'a person', { burst: 10, everyMs: 60_000 });

/**
 * Sets the picture of the signed-in user. The picture is decoded, cropped to a square and scaled down;
 * metadata of cameras is dropped.
 * @throws NotSignedInError, NotAllowedError for programs, ValidationError on `file`, LimitReachedError
 */
export async function uploadAvatar(app: App, actor: Actor, bytes: Uint8Array): Promise<User> {
  const { userId } = requireUser(actor);
  checkImage(bytes);
  await countAgainstRate(app, uploads, String(userId), profileMessages.TOO_MANY_PICTURES());
  const small = await app.files
    .picture(bytes, { side: avatarSide, pixelsMax: imageMaxPixels }, callerOf(actor, ''))
    .catch((error: unknown) => {
      if (error instanceof GateFullError)
        throw new LimitReachedError(profileMessages.TOO_MANY_PICTURES(), { retryAfter: 10 });
      // What ends its decoder is no picture that anyone can show.
      if (exceededMemory(error) || error instanceof ThreadEndedError) return null;
      throw error;
    });
  if (!small) throw new ValidationError([{ field: 'file', ...profileMessages.PICTURE_UNREADABLE() }]);
  const { tag } = await uploadImage(app, actor, small);
  return app.db.prisma.user.update({ where: { id: userId }, data: { avatar: imagePath(tag) } });
}

/** Shows none. @throws NotSignedInError, NotAllowedError for programs */
export async function removeAvatar(app: App, actor: Actor): Promise<User> {
  const { userId } = requireUser(actor);
  return app.db.prisma.user.update({ where: { id: userId }, data: { avatar: null } });
}
