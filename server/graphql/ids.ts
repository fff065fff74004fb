import { encodeGlobalID } from '@pothos/plugin-relay';
import { NotFoundError } from '../kernel/errors.ts';
import { kernelMessages } from '../kernel/messages.ts';

/** PostgreSQL's integer: beyond it there is nothing to find, except in tables whose ids have 64 bits. */
const integerMax = 2_147_483_647;

/**
 * The database id in what a root field was given: either the id itself or the global id of such a node.
 * @param idMax `Number.MAX_SAFE_INTEGER` of a table whose ids have 64 bits
 * @throws NotFoundError
 */
export function databaseId(type: string, id: string | number, idMax = integerMax): number {
  const text = String(id);
  const decoded = /^\d{1,16}$/.test(text) ? `${type}:${text}` : Buffer.from(text, 'base64').toString('utf8');
  const [typename, key] = decoded.split(':');
  if (typename === type && key && /^\d{1,16}$/.test(key) && Number(key) <= idMax) return Number(key);
  throw unknownId(type);
}

/** The same of an id that may be left out; null: it is. @throws NotFoundError */
export const databaseIdOrNull = (type: string, id: string | number | null | undefined): number | null =>
  id === null || id === undefined ? null : databaseId(type, id);

/**
 * Returns the database id where the caller reports a missing row with its own message: an impossible
 * (negative) number passes and matches no row.
 * @throws NotFoundError for anything that is neither a number nor the global id of such a node
 */
export const referredId = (type: string, id: string | number): number =>
  /^-\d{1,9}$/.test(String(id)) ? Number(id) : databaseId(type, id);

/** The global id of a node that may be gone: `node` then answers null. */
export const globalIdOf = (type: string, id: number | null): string | null =>
  id === null ? null : encodeGlobalID(type, id);

/** `DictionaryEntry` is a dictionary entry to people. */
const unknownId = (type: string): NotFoundError =>
  new NotFoundError(
    kernelMessages.UNKNOWN_ID({ type: type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() }),
  );
