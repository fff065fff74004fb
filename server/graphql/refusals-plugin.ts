import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { LimitReachedError } from '../kernel/errors.ts';
import type { Context } from './context.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      refusals: RefusalsPlugin<Types>;
    }
  }
}

/**
 * Tells the transport of a call that was refused for a while, before that becomes a member of the field's
 * result.
 */
export class RefusalsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { pothosOptions }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (!('errors' in pothosOptions)) return resolver;
    return async (parent, args, context, info) => {
      try {
        return await resolver(parent, args, context, info);
      } catch (error) {
        if (error instanceof LimitReachedError && error.retryAfter !== undefined)
          (context as Context).refused?.(error.retryAfter);
        throw error;
      }
    };
  }
}

SchemaBuilder.registerPlugin('refusals', RefusalsPlugin);
