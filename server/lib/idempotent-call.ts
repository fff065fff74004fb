import { AsyncLocalStorage } from 'node:async_hooks';
import { deserialize, serialize } from 'node:v8';
import type { Kysely } from 'kysely';
import type { Tables } from '../../prisma/generated/tables.ts';
import type { Sealing } from './security/sealing.ts';
import { fromNow, now } from './database/sql.ts';

/** Seconds for which a call can be repeated. */
export const idempotencySeconds = 86_400;

/** A call that came with a key of its caller's. */
export interface IdempotentCall {
  /** sha256 of the caller and the key. */
  id: string;
  /** sha256 of the request. */
  request: string;
  sealing: Sealing;
  /** Places among the call's transactions that were given back, and the next one. */
  free: number[];
  next: number;
  /** Transactions that are committed, now or by an earlier try. */
  steps: number;
  /** Whether its key is that of another request. */
  isReused: boolean;
  /** Whether its caller has lost a right since the call was first made. */
  isRefused: boolean;
  /** Projects whose rights the call depends on. */
  projects: Set<number>;
  /** Lists what the caller's rights rest on. */
  standing(sql: Transactional, projects: readonly number[]): Promise<string[]>;
}

type Transactional = Kysely<Tables>;

const current = new AsyncLocalStorage<IdempotentCall>();

/** Does `work` as that call: each of its transactions is run once, however often the call is made. */
export const runIdempotent = <T>(call: IdempotentCall, work: () => Promise<T>): Promise<T> =>
  current.run(call, work);

/** Notes projects whose rights the call in hand, if there is one, depends on. */
export function noteProjects(ids: readonly number[]): void {
  const projects = current.getStore()?.projects;
  if (projects) for (const id of ids) projects.add(id);
}

/**
 * Does what is no part of the call in hand: it is the same however often it is done, and may have been done
 * already when the call is made again.
 */
export const outsideIdempotency = <T>(work: () => Promise<T>): Promise<T> => current.exit(work);

/**
 * Runs a transaction of the current call, if there is one, only once. The transaction stores its result
 * together with its changes. A repeated call gets that result and changes nothing, so the process may die
 * after any of its transactions. A concurrent identical call waits for this transaction and gets the same
 * result.
 * @param transact runs a transaction
 */
export async function runOnce<T>(
  transact: (work: (tx: Transactional) => Promise<T>) => Promise<T>,
  work: (tx: Transactional) => Promise<T>,
): Promise<T> {
  const call = current.getStore();
  if (!call) return transact(work);
  const position = call.free.pop() ?? call.next++;
  try {
    const result = await transact((tx) => step(tx, call, position, work));
    call.steps++;
    return result;
  } catch (error) {
    // It was rolled back: who tries it again takes the same place.
    call.free.push(position);
    throw error;
  }
}

/** A transaction that has not ended yet. */
const notEnded = { standing: [], projects: [] };

async function step<T>(
  tx: Transactional,
  call: IdempotentCall,
  position: number,
  work: (tx: Transactional) => Promise<T>,
): Promise<T> {
  const { id, request, sealing } = call;
  const purpose = `call ${id} ${position}`;
  const begun = await tx
    .insertInto('CallStep')
    .values({ call: id, position, request, ...notEnded })
    .onConflict((conflict) =>
      conflict
        .columns(['call', 'position'])
        .doUpdateSet({ request, result: null, answer: null, ...notEnded, createdAt: now() })
        .where('CallStep.createdAt', '<', fromNow(-idempotencySeconds)),
    )
    .returning('position')
    .executeTakeFirst();
  if (!begun) {
    const done = await tx
      .selectFrom('CallStep')
      .select(['request', 'result'])
      .where('call', '=', id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
    call.isReused ||= done.request !== request;
    const result = done.request === request ? opened<T>(sealing, done.result, purpose) : null;
    if (!result) throw new Error('The key of this call is that of another one.');
    return result.value;
  }
  const value = await work(tx);
  await tx
    .updateTable('CallStep')
    .set({
      result: sealed(sealing, value, purpose),
      projects: [...call.projects],
      standing: await call.standing(tx, [...call.projects]),
    })
    .where('call', '=', id)
    .where('position', '=', position)
    .execute();
  return value;
}

/** Longer results are not stored: a repeated call reads them again. */
const answerMaxCharacters = 1_000_000;

/** Keeps what a call was answered at last; nothing where it has changed nothing. */
export async function storeAnswer(sql: Transactional, call: IdempotentCall, value: unknown): Promise<void> {
  const answer = call.steps === 0 ? '' : sealed(call.sealing, value, `answer ${call.id}`);
  if (answer === '' || answer.length > answerMaxCharacters) return;
  await sql
    .updateTable('CallStep')
    .set({ answer })
    .where('call', '=', call.id)
    .where('position', '=', 0)
    .where('answer', 'is', null)
    .execute();
}

/**
 * What a call was answered before; null: nothing yet. Marks the call where its key is that of another
 * request, and where its caller has since lost a right that it was made with: then nothing stored is for that
 * caller.
 */
export async function answerOf(sql: Transactional, call: IdempotentCall): Promise<{ value: unknown } | null> {
  const steps = await sql
    .selectFrom('CallStep')
    .select(['request', 'answer', 'standing', 'projects'])
    .where('call', '=', call.id)
    .where('createdAt', '>', fromNow(-idempotencySeconds))
    .orderBy('position')
    .execute();
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return null;
  call.isReused = first.request !== call.request;
  if (call.isReused) return null;
  const present = new Set(await call.standing(sql, last.projects ?? []));
  call.isRefused = (last.standing ?? []).some((entry) => !present.has(entry));
  return call.isRefused ? null : opened(call.sealing, first.answer, `answer ${call.id}`);
}

/** Results may hold secrets that cannot be shown again. */
const sealed = (sealing: Sealing, value: unknown, purpose: string): string =>
  sealing.seal(serialize(value).toString('base64'), purpose);

function opened<T>(sealing: Sealing, text: string | null, purpose: string): { value: T } | null {
  const base64 = text === null ? null : sealing.open(text, purpose);
  return base64 === null ? null : { value: deserialize(Buffer.from(base64, 'base64')) as T };
}
