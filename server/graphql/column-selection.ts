import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { getDatamodel } from '../../prisma/generated/pothos.ts';

export const columnSelection = 'loadedColumns' as const;

declare global {
  export namespace PothosSchemaTypes {
    // Pothos finds a plugin's class by its name here.
    export interface Plugins<Types extends SchemaTypes> {
      loadedColumns: LoadedColumnsPlugin<Types>;
    }
  }
}

/**
 * Resolves a field that needs only columns of its row immediately if the row has them. The Prisma plugin,
 * which comes next, would check for each field of each row of a list whether the row was loaded for it: most
 * of a list's cost.
 */
class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { resolve } = field;
    if (!resolve || field.kind !== 'PrismaObject') return resolver;
    const model = this.buildCache.getTypeConfig(field.parentType).extensions?.['pothosPrismaModel'];
    const columns = columnsOf(String(model), field.extensions?.['pothosPrismaSelect']);
    if (!columns) return resolver;
    return (row, args, context, info) => {
      for (const column of columns)
        if ((row as Record<string, unknown>)[column] === undefined) return resolver(row, args, context, info);
      // The row has all that this field selects; its type is any model's.
      return resolve(row as never, args, context, info);
    };
  }
}

const { models } = getDatamodel().datamodel;

/** What a field selects, where that is columns alone: of related rows not all need have been read. */
function columnsOf(model: string, select: unknown): string[] | null {
  if (typeof select !== 'object' || select === null) return null;
  const isColumn = (name: string): boolean =>
    models[model]?.fields.some((field) => field.name === name && field.kind !== 'object') ?? false;
  const entries = Object.entries(select);
  return entries.length > 0 && entries.every(([name, wanted]) => wanted === true && isColumn(name))
    ? entries.map(([name]) => name)
    : null;
}

SchemaBuilder.registerPlugin(columnSelection, LoadedColumnsPlugin);
