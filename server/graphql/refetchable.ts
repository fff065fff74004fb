import type { ObjectRef } from '@pothos/core';
import { queryFromInfo, type PrismaObjectRef } from '@pothos/plugin-prisma';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { nullIfNotFound } from './error-types.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/**
 * Gives a table's type a global id, by which `node` finds it again. Rows that other fields lead to need no
 * second question whether they may be read; whoever comes with an id does: `read` throws NotFoundError for
 * what the actor may not know of.
 * @param idMax PostgreSQL's integer: beyond it there is nothing to find
 */
export function refetchable(
  type: PrismaObjectRef<Types, any>,
  read: (context: Context, id: number, query: object) => Promise<object>,
  idMax = 2_147_483_647,
): void {
  builder.nodeRef(type as ObjectRef<Types, unknown>, {
    id: { resolve: (row) => (row as { id: number }).id },
    loadWithoutCache: (key, context, info) => {
      // No row has the id 0.
      const id = /^\d{1,16}$/.test(key) && Number(key) <= idMax ? Number(key) : 0;
      return nullIfNotFound(read(context, id, queryFromInfo({ context, info, typeName: type.name })));
    },
  });
}
