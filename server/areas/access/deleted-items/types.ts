import { resolveCursorConnection, type DefaultConnectionArguments } from '@pothos/plugin-relay';
import { builder } from '../../../graphql/builder.ts';
import { pageMax } from '../../../graphql/connection-by-id.ts';
import type { Context } from '../../../graphql/context.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { pageSizes } from '../../../product.ts';
import { UserType } from '../identity/types.ts';
import type { DeletedItem, DeletedPage, DeletedPlace } from './deleted-items.ts';

/** GraphQL types that other areas lead to. */
export const DeletedItemType = builder
  .objectRef<DeletedItem>('DeletedItem')
  .implement({
    description:
      'A deleted article, channel, playlist or processing rule that can be restored for some days.',
    fields: (t) => ({
      itemId: t.globalID({
        description: 'Global ID. It stays the same after the item is restored.',
        resolve: ({ id, type }) => ({ id, type }),
      }),
      name: t.exposeString('name', { description: 'Name, or title of an article.' }),
      deletedAt: t.expose('deletedAt', { type: 'DateTime', description: 'When it was deleted.' }),
      deletedBy: t.field({
        type: UserType,
        nullable: true,
        description: 'User who deleted it. Null for an API client, or if no longer known.',
        resolve: ({ deletedBy }) => deletedBy,
      }),
    }),
  });

/** The same of each kind, so that clients show them alike. */
export const DeletedItemsConnectionType = builder.connectionObject(
  { type: DeletedItemType, name: 'DeletedItemsConnection' },
  { name: 'DeletedItemsEdge' },
);

/** A connection of what was deleted; null where `read` answers null. @throws ValidationError on a cursor */
export function deletedConnection(
  args: DefaultConnectionArguments,
  context: Context,
  read: (page: DeletedPage) => Promise<DeletedItem[] | null>,
) {
  return resolveCursorConnection<Promise<DeletedItem[] | null>>(
    { args, defaultSize: pageSizes.list, maxSize: pageMax(args, context), toCursor: cursorOf },
    ({ after, before, ...page }) =>
      read({ ...page, after: placeIn('after', after), before: placeIn('before', before) }),
  );
}

const cursorOf = ({ id, deletedAt }: DeletedPlace): string =>
  Buffer.from(`deleted ${deletedAt.getTime()} ${id}`).toString('base64url');

function placeIn(argument: 'after' | 'before', cursor: string | undefined): DeletedPlace | undefined {
  if (cursor === undefined) return undefined;
  const [, ms, id] = /^deleted (\d{1,14}) (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!ms || !id) throw new ValidationError([{ field: argument, ...kernelMessages.UNKNOWN_CURSOR() }]);
  return { deletedAt: new Date(Number(ms)), id: Number(id) };
}
