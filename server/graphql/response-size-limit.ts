import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { callerOf } from '../kernel/actor.ts';
import { LimitReachedError } from '../kernel/errors.ts';
import { Gate } from '../lib/threads/gate.ts';
import type { Context } from './context.ts';
import { graphqlMessages } from './messages.ts';

/**
 * Bytes of an answer at most, roughly: what an article at its limit of 200,000 characters answers with the
 * times of all its words, and half a second's work on a slow machine.
 */
export const responseMaxBytes = 6_000_000;
/** Bytes of a list's element apart from its texts: braces, names, numbers. */
const elementBytes = 100;

export const responseSizeLimit = 'answerMeter' as const;

declare global {
  export namespace PothosSchemaTypes {
    // Pothos finds a plugin's class by its name here.
    export interface Plugins<Types extends SchemaTypes> {
      answerMeter: AnswerMeterPlugin<Types>;
    }
  }
}

/** Bytes so far, by the one object that each execution has for itself: its variables. */
const answers = new WeakMap<object, { bytes: number }>();

/**
 * Counts what an operation's fields answer as they do, so that one that grows too large stops growing, and is
 * never held whole.
 */
class AnswerMeterPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { type, pothosOptions }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const sizeOf =
      type.kind === 'List'
        ? sizeOfList
        : type.kind === 'Scalar' && type.ref === 'JSON'
          ? sizeOfJson
          : type.kind === 'Scalar'
            ? sizeOfText
            : undefined;
    if (!sizeOf) return resolver;
    const heavy = isHeavy(pothosOptions.complexity);
    return (parent, args, context, info) => {
      let answer = answers.get(info.variableValues);
      if (!answer) answers.set(info.variableValues, (answer = { bytes: 0 }));
      if (answer.bytes > responseMaxBytes) return refused();
      const count = (value: unknown): unknown => {
        answer.bytes += sizeOf(value);
        return answer.bytes > responseMaxBytes ? refused() : value;
      };
      if (heavy)
        return inTurn(context, () =>
          answer.bytes > responseMaxBytes ? refused() : resolver(parent, args, context, info),
        ).then(count);
      const value = resolver(parent, args, context, info);
      return value instanceof Promise ? value.then(count) : count(value);
    };
  }
}

/** From this cost on (`complexity` of a field) what a field reads is so much that it is read in turn. */
const heavyCost = 200;
const isHeavy = (complexity: unknown): boolean =>
  ((complexity as { field?: number } | undefined)?.field ?? 0) >= heavyCost;

/**
 * Heavy fields of all operations are read one at a time, callers in turn, so that of an answer that grows too
 * large no more is read than what it would hold. Only the reading is in turn: nothing that has a place waits
 * for another.
 */
const turns = new Gate({ atOnce: 1, waitingMax: 2_000, perCaller: { share: 1, waitingMax: 500 } });

async function inTurn(context: unknown, read: () => unknown): Promise<unknown> {
  const { actor, remoteAddress } = context as Context;
  const leave = await turns
    .enter({ caller: callerOf(actor, remoteAddress) })
    .catch(() => refused(graphqlMessages.TOO_MUCH_READ_AT_ONCE()));
  try {
    return await read();
  } finally {
    // All other waiting work runs first.
    setImmediate(leave);
  }
}

/**
 * Always returns a promise: when one element of a list throws synchronously, executors drop the promises of
 * the others, and their rejections go unhandled.
 */
const refused = (message = graphqlMessages.RESPONSE_TOO_LARGE()): Promise<never> =>
  Promise.reject(new LimitReachedError(message));

const sizeOfText = (value: unknown): number => (typeof value === 'string' ? value.length : 0);
const sizeOfJson = (value: unknown): number =>
  value === null || value === undefined ? 0 : (JSON.stringify(value)?.length ?? 0);
const sizeOfList = (value: unknown): number =>
  Array.isArray(value)
    ? value.reduce<number>((sum, element) => sum + sizeOfText(element), value.length * elementBytes)
    : 0;

SchemaBuilder.registerPlugin(responseSizeLimit, AnswerMeterPlugin);
