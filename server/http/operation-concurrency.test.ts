import fc from 'fast-check';
import { buildSchema, GraphQLError, parse } from 'graphql';
import { makeServer } from 'graphql-ws';
import { expect, test } from 'vitest';
import { runs } from '../../tests/support/full.ts';
import { countOperations, OperationConcurrency } from './operation-concurrency.ts';

const schema = buildSchema('type Query { one: Int } type Subscription { one: Int }');
const full = () => new GraphQLError('No room.');
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Possible outcomes of an operation, and steps of a client apart from requesting one. */
const fates = [
  'goes on',
  'is answered',
  'is refused',
  'has no name',
  'is late',
  'fails',
  'fails later',
] as const;
type Fate = (typeof fates)[number];
type Step =
  | { does: 'ask'; id: string; fate: Fate }
  | { does: 'complete'; id: string }
  | { does: 'end'; index: number }
  | { does: 'let go' };

/** Opens a user's socket on a server whose operations have the outcomes that they request. */
function connect(places: OperationConcurrency) {
  /** Running operations on the server's side: a function that ends each. */
  const open = new Set<() => void>();
  let release = (): void => {};
  let late = new Promise<void>((resolve) => (release = resolve));
  const letGo = (): void => {
    release();
    late = new Promise<void>((resolve) => (release = resolve));
  };
  /** Emits no values until it is ended. */
  const goingOn = (fate: Fate) => {
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<never, undefined>>();
    const end = (): void => {
      open.delete(end);
      if (fate === 'fails later') reject(new Error('It broke.'));
      else resolve({ done: true, value: undefined });
    };
    open.add(end);
    return {
      next: () => promise,
      async return() {
        open.delete(end);
        resolve({ done: true, value: undefined });
        return { done: true, value: undefined } as const;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };
  const extra = { socket: {} };
  let hear: (message: string) => Promise<void> = async () => {};
  let isTorn = false;
  const fateOf = (payload: { query: string }) => payload.query.slice(1) as Fate;
  const server = makeServer<Record<string, unknown>, typeof extra>(
    countOperations(
      places,
      { whoOf: () => 'somebody', full },
      {
        onSubscribe: async (_connection, _id, payload) => {
          const fate = fateOf(payload);
          if (fate === 'is late') await late;
          if (fate === 'is refused') return [new GraphQLError('No.')];
          const operationName = fate === 'has no name' ? 'nothing' : undefined;
          const document = parse(fate === 'is answered' ? 'query { one }' : 'subscription { one }');
          return { schema, document, operationName, contextValue: fate };
        },
        execute: async () => ({ data: { one: 1 } }),
        subscribe: async ({ contextValue }) => {
          if (contextValue === 'fails') throw new Error('It broke.');
          return goingOn(contextValue as Fate) as never;
        },
      },
    ),
  );
  const closed = server.opened(
    {
      protocol: 'graphql-transport-ws',
      send: async () => {},
      close: () => void tear(),
      onMessage: (listener) => (hear = listener),
    },
    extra,
  );
  const tear = async (): Promise<void> => {
    if (isTorn) return;
    isTorn = true;
    await closed();
  };
  const send = (message: object): void => {
    // What the server throws closes its socket, as its adapters do.
    if (!isTorn) void hear(JSON.stringify(message)).catch(tear);
  };
  return { open, letGo, send, tear };
}

const id = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('ask'), id, fate: fc.constantFrom(...fates) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('complete'), id }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('end'), index: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('let go') }) },
) as fc.Arbitrary<Step>;

test('counts exactly the operations in progress, however they end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const places = new OperationConcurrency({ socket: 8, caller: 12 });
      const { open, letGo, send, tear } = connect(places);
      send({ type: 'connection_init' });
      await settled();
      for (const one of steps) {
        if (one.does === 'ask') send({ type: 'subscribe', id: one.id, payload: { query: `#${one.fate}` } });
        else if (one.does === 'complete') send({ type: 'complete', id: one.id });
        else if (one.does === 'let go') letGo();
        else [...open][one.index]?.();
        await settled();
        expect(places.counted('somebody')).toBeLessThanOrEqual(8);
      }
      letGo();
      await settled();
      expect(places.counted()).toBe(open.size);
      await tear();
      await settled();
      expect([places.counted(), places.counted('somebody')]).toEqual([0, 0]);
    }),
    { numRuns: runs(200, 5_000) },
  );
});

test('sockets and callers have separate concurrency limits, and a repeated end counts once', () => {
  const places = new OperationConcurrency({ socket: 2, caller: 3 });
  const [first, second] = [{}, {}];
  const operations = [{}, {}, {}, {}] as const;
  expect(places.take(first, operations[0], 'a') && places.take(first, operations[1], 'a')).toBe(true);
  expect(places.take(first, operations[2], 'a')).toBe(false);
  expect(places.take(second, operations[2], 'a')).toBe(true);
  expect(places.take(second, operations[3], 'a')).toBe(false);
  places.give(first, operations[0]);
  places.give(first, operations[0]);
  expect(places.counted('a')).toBe(2);
  expect(places.take(second, operations[3], 'b')).toBe(true);
  places.close(second);
  expect([places.counted('a'), places.counted('b'), places.take(second, {}, 'b')]).toEqual([1, 0, false]);
});
