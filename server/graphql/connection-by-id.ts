import { resolveCursorConnection, type DefaultConnectionArguments } from '@pothos/plugin-relay';
import { ValidationError } from '../kernel/errors.ts';
import type { Page } from '../kernel/list-page.ts';
import { kernelMessages } from '../kernel/messages.ts';
import { pageSizes } from '../product.ts';
import type { Context } from './context.ts';

/** Older clients' calls know no pages: their lists end where their documents say. */
export const pageMax = (_: object, { wholeLists }: Context): number =>
  wholeLists ? wholeListMax : pageSizes.most;
const wholeListMax = 20_000;

/**
 * Returns the cost of a page: its elements count as often as requested.
 * @param field cost of the page itself
 */
export const pageCost =
  (field: number) =>
  ({ first, last }: { first?: number | null | undefined; last?: number | null | undefined }) => ({
    field,
    multiplier: Math.min(first ?? last ?? pageSizes.list, pageSizes.most),
  });

/**
 * Defines a connection of rows identified by their ids; null where `read` returns null.
 * @throws ValidationError on `after` or `before`
 */
export function connectionById<Row extends { id: number }>(
  args: DefaultConnectionArguments,
  context: Context,
  read: (page: Page) => Promise<Row[] | null>,
) {
  return resolveCursorConnection<Promise<Row[] | null>>(
    { args, defaultSize: pageSizes.list, maxSize: pageMax(args, context), toCursor: cursorOf },
    ({ after, before, ...page }) =>
      read({ ...page, after: idIn('after', after), before: idIn('before', before) }),
  );
}

const cursorOf = ({ id }: { id: number }): string => Buffer.from(`id ${id}`).toString('base64url');

function idIn(argument: 'after' | 'before', cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const [, id] = /^id (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!id) throw new ValidationError([{ field: argument, ...kernelMessages.UNKNOWN_CURSOR() }]);
  return Number(id);
}
