import { encodeGlobalID } from '@pothos/plugin-relay';
import { NotFoundError } from '../kernel/errors.ts';
import { kernelMessages } from '../kernel/messages.ts';

/**
 * The database id in what a root field was given: either the id itself or the global id of such a node.
 * @throws NotFoundError
 */
export function databaseId(type: string, id: string | number): number {
  const text = String(id);
  if (/^\d{1,10}$/.test(text)) return inRange(type, Number(text));
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const [typename, key] = decoded.split(':');
  if (typename === type && key && /^\d{1,10}$/.test(key)) return inRange(type, Number(key));
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

// Beyond PostgreSQL's integer there is nothing to find.
function inRange(type: string, id: number): number {
  if (id > 2_147_483_647) throw unknownId(type);
  return id;
}

/** `DictionaryEntry` is a dictionary entry to people. */
const unknownId = (type: string): NotFoundError =>
  new NotFoundError(
    kernelMessages.UNKNOWN_ID({ type: type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() }),
  );
