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
  throw new NotFoundError(kernelMessages.UNKNOWN_ID({ type: type.toLowerCase() }));
}

// Beyond PostgreSQL's integer there is nothing to find.
function inRange(type: string, id: number): number {
  if (id > 2_147_483_647) throw new NotFoundError(kernelMessages.UNKNOWN_ID({ type: type.toLowerCase() }));
  return id;
}
