import { createHash, type Hash } from 'node:crypto';
import type { Actor } from '../kernel/actor.ts';
import type { App } from '../kernel/app.ts';
import { callerStanding } from '../areas/access/project-access/caller-standing.ts';
import { answerOf, runIdempotent, storeAnswer, type IdempotentCall } from '../lib/idempotent-call.ts';

/** The key that comes with a call, as draft-ietf-httpapi-idempotency-key-header names it. */
export const keyHeader = 'idempotency-key';

const keyPattern = /^[\x21-\x7E](?:[\x20-\x7E]{0,253}[\x21-\x7E])?$/;

/**
 * A call whose key is no key (400), belongs to another call (422), or was used with rights that its caller
 * has lost (403).
 */
export class KeyError extends Error {
  override name = 'KeyError';
  readonly statusCode: 400 | 403 | 422;

  constructor(statusCode: 400 | 403 | 422, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * Runs a call once per key, however often it is repeated within a day: a repetition gets the same response,
 * unless the caller has lost a right since. A call that changed nothing runs again. Without a key, and for
 * anonymous callers, it simply runs.
 * @param asked content of the call, including files: a different call cannot use the same key
 * @throws KeyError, and errors of `work`
 */
export async function runWithIdempotencyKey<T>(
  app: App,
  actor: Actor,
  key: string | string[] | undefined,
  asked: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const caller = nameOf(actor);
  if (key === undefined || caller === null) return work();
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw new KeyError(400, 'Idempotency-Key must be 1 to 255 characters of ASCII.');
  const call: IdempotentCall = {
    id: sha256([caller, key]),
    request: sha256(asked),
    sealing: app.dataSealing,
    free: [],
    next: 0,
    steps: 0,
    isReused: false,
    isRefused: false,
    projects: new Set(),
    standing: (sql, projects) => callerStanding(sql, actor, projects),
  };
  const before = await answerOf(app.db.sql, call);
  if (before) return before.value as T;
  if (call.isRefused)
    throw new KeyError(
      403,
      'You no longer have the permissions that this Idempotency-Key was first used with.',
    );
  const answer = call.isReused
    ? null
    : await runIdempotent(call, work).catch((error: unknown) => {
        if (!call.isReused) throw error;
        return null;
      });
  if (call.isReused)
    throw new KeyError(422, 'This Idempotency-Key was used for another request. Use a new one for each.');
  await storeAnswer(app.db.sql, call, answer);
  return answer as T;
}

/** Each token and each key for itself: those of one organization may have different rights. */
function nameOf(actor: Actor): string | null {
  switch (actor.kind) {
    case 'user':
      return `user ${actor.userId}`;
    case 'partner':
      return `partner ${actor.tokenId}`;
    case 'key':
      return `source ${actor.sourceId}`;
    default:
      return null;
  }
}

const sha256 = (value: unknown): string => {
  const hash = createHash('sha256');
  write(hash, value);
  return hash.digest('hex');
};

/** Hashes a value: equal objects give the same hash in any order; bytes are hashed directly. */
function write(hash: Hash, value: unknown): void {
  if (value instanceof Uint8Array) hash.update(`bytes ${value.length} `).update(value);
  else if (Array.isArray(value)) {
    hash.update(`list ${value.length} `);
    for (const one of value) write(hash, one);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    hash.update(`object ${entries.length} `);
    for (const [name, one] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
      write(hash, name);
      write(hash, one);
    }
  } else {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    hash.update(`${typeof value} ${text.length} `).update(text);
  }
}
