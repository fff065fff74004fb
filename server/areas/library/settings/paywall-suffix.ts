import type { Sql } from '../../../lib/database/db.ts';
import { expectOk, FetchError, safeFetch } from '../../../lib/outbound/safe-fetch.ts';
import { UploadedFile } from '../../../lib/requests/uploaded-file.ts';
import { soundMaxBytes } from '../../../product.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { storeSound, isUsableSound, soundPath } from '../sounds/sounds.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { policy } from '../../access/project-access/policy.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { soundMessages } from '../sounds/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

const field = 'paywallAudioSuffix';

/**
 * Returns what to store as the address of a paywall suffix: the path of a sound on this server. A sound from
 * elsewhere is fetched once, normalized and stored in the project, so that no article depends on a foreign
 * server. An already stored path stays unchanged. Must not run within a transaction, because it may take a
 * while.
 * @returns the path, or the unchanged address and its problem
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError
 */
export async function ownSuffix(
  app: App,
  actor: Actor,
  projectId: number,
  address: string,
): Promise<{ path: string; errors: FieldError[] }> {
  const sound = (path: string) => ({ path, errors: [] });
  const refused = (...problems: Omit<FieldError, 'field'>[]) => ({
    path: address,
    errors: problems.map((problem) => ({ ...problem, field })),
  });
  const project = await accessProject(app.db.sql, actor, projectId, policy.updateProject);
  if (address === project.paywallAudioSuffix) return sound(address);
  const here = new URL(app.config.publicUrl);
  const url = address.startsWith('/') ? URL.parse(address, here) : URL.parse(address);
  if (url && (address.startsWith('/') || url.origin === here.origin)) return sound(url.pathname);
  const problem = webAddressProblem(address);
  if (problem) return refused(problem);
  try {
    const { bytes } = expectOk(
      await safeFetch(address, { allowHosts: app.config.fetchAllowHosts, maxBytes: soundMaxBytes }),
    );
    const kept = await storeSound(app, actor, projectId, new UploadedFile(nameOf(address), bytes));
    return sound(soundPath(kept.file));
  } catch (error) {
    if (error instanceof ValidationError) return refused(...error.fieldErrors);
    if (error instanceof FetchError) return refused(error.told);
    throw error;
  }
}

/** Why what `ownSuffix` gave cannot be stored, or null. */
export async function suffixProblem(
  app: App,
  sql: Sql,
  projectId: number,
  path: string,
): Promise<Message | null> {
  const file = /^\/download\/audio\/([A-Za-z0-9][\w-]*)\.mp3$/.exec(path)?.[1];
  return file !== undefined && (await isUsableSound(app, projectId, file, sql))
    ? null
    : soundMessages.SOUND_OF_ANOTHER_PROJECT();
}

function nameOf(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1)!;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
