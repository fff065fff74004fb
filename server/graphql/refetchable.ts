import type { ObjectRef } from '@pothos/core';
import { queryFromInfo, type PrismaObjectRef } from '@pothos/plugin-prisma';
import DataLoader from 'dataloader';
import type { FieldNode } from 'graphql';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { loaderOf } from './load-batched.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/**
 * Gives a table's type a global id, by which `node` and `nodes` find it again. Rows that other fields lead to
 * have been authorized there; ids come from the caller, so `readMany` leaves out what the actor may not know
 * of. All ids of one field are read together.
 * @param readMany reads those of at most 100 rows that the actor may read, in any order
 * @param idMax PostgreSQL's integer: beyond it there is nothing to find
 */
export function refetchable(
  type: PrismaObjectRef<Types, any>,
  readMany: (context: Context, ids: readonly number[], query: object) => Promise<readonly object[]>,
  idMax = 2_147_483_647,
): void {
  // One loader for each field of a document: all ids of a field are loaded with the same selection.
  const fields = new WeakMap<FieldNode, object>();
  builder.nodeRef(type as ObjectRef<Types, unknown>, {
    id: { resolve: (row) => (row as { id: number }).id },
    loadWithoutCache: (key, context, info) => {
      const id = /^\d{1,16}$/.test(key) ? Number(key) : 0;
      if (id < 1 || id > idMax) return null;
      const field = info.fieldNodes[0]!;
      let name = fields.get(field);
      if (!name) fields.set(field, (name = {}));
      const loader = loaderOf(context, name, () => {
        const query = withId(queryFromInfo({ context, info, typeName: type.name }));
        return new DataLoader<number, object | null>(
          async (ids) => {
            const rows = await readMany(context, [...new Set(ids)], query);
            const byId = new Map(rows.map((row) => [Number((row as { id: number | bigint }).id), row]));
            return ids.map((one) => byId.get(one) ?? null);
          },
          { cache: false },
        );
      });
      return loader.load(id);
    },
  });
}

/** The same query, whose rows have their ids too. */
const withId = (query: { select?: object }): object =>
  query.select ? { ...query, select: { ...query.select, id: true } } : query;
