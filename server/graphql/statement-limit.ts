import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { LimitReachedError } from '../kernel/errors.ts';
import { statementCaller } from '../lib/database/statement-caller.ts';
import { graphqlMessages } from './messages.ts';

/** Statements that one operation may read with: as many as its cost allows, for what no cost foresees. */
export const statementsMax = 500;

export const statementLimit = 'statementMeter' as const;

declare global {
  export namespace PothosSchemaTypes {
    // Pothos finds a plugin's class by its name here.
    export interface Plugins<Types extends SchemaTypes> {
      statementMeter: StatementMeterPlugin<Types>;
    }
  }
}

/**
 * Limits the statements of one operation, whatever its fields cost: after that, no further field that leads
 * to other rows is read. The statements of a mutation itself do not count, so that its result is not refused
 * after it has made a change.
 */
class StatementMeterPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { type, parentType }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (parentType === 'Mutation')
      return async (parent, args, context, info) => {
        const asking = statementCaller();
        const before = asking?.statements ?? 0;
        const result: unknown = await resolver(parent, args, context, info);
        if (asking) asking.statements = before;
        return result;
      };
    const { kind } = type.kind === 'List' ? type.type : type;
    if (kind !== 'Object' && kind !== 'Interface' && kind !== 'Union') return resolver;
    return (parent, args, context, info) => {
      if ((statementCaller()?.statements ?? 0) > statementsMax)
        // A promise: where one element of a list throws at once, executors forget the others'.
        return Promise.reject(
          new LimitReachedError(graphqlMessages.TOO_MANY_STATEMENTS({ most: statementsMax })),
        );
      return resolver(parent, args, context, info);
    };
  }
}

SchemaBuilder.registerPlugin(statementLimit, StatementMeterPlugin);
