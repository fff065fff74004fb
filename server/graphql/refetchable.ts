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
 */
export function refetchable(
  type: PrismaObjectRef<Types, any>,
  read: (context: Context, id: number, query: object) => Promise<object>,
): void {
  builder.nodeRef(type as ObjectRef<Types, unknown>, {
    id: { resolve: (row) => (row as { id: number }).id },
    loadWithoutCache: (key, context, info) => {
      // Beyond PostgreSQL's integer there is nothing to find; no row has the id 0.
      const id = /^\d{1,10}$/.test(key) && Number(key) <= 2_147_483_647 ? Number(key) : 0;
      return nullIfNotFound(read(context, id, queryFromInfo({ context, info, typeName: type.name })));
    },
  });
}
