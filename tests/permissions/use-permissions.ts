import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOf, errorBesideResult, rootFields, valuesOf } from '../graphql/calls.ts';
import { examples, type World } from '../rest/rest-calls.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startSite, type Site } from '../support/site.ts';
import { isFull } from '../support/full.ts';
import { databaseKind } from '../support/databases.ts';
import { openSocket } from '../support/test-socket.ts';
import { audiences, callers, withoutCredentials, type Audience, type Caller } from './callers.ts';
import { outcomeOf, type Outcome, type Said } from './outcomes.ts';
import { allBut, password, setStage, type Stage } from './permission-stage.ts';
import { restCalls } from './rest-table.ts';
import { operations, parts, type Permission } from './table.ts';

/** Makes a row's call as a caller. */
type Ask = (world: World, token: string | undefined) => Promise<Said>;

export interface Row extends Permission {
  name: string;
  ask: Ask;
  /** Whether it only reads, for every caller. */
  reads: boolean;
  /**
   * Whether its calls consist of GraphQL operations, which have separate rows: outside the full suite only
   * some callers make them.
   */
  isCompiled?: boolean;
}

/**
 * What came of a field: failures by their type or code, or nothing. @param empty whether an empty list is
 * nothing, too
 */
function saidOf(
  answer: { data?: Record<string, unknown> | null | undefined; errors?: readonly unknown[] | undefined },
  empty = false,
): Said {
  const words = JSON.stringify(answer);
  const errors = (answer.errors ?? []) as { path?: string[]; extensions?: { code?: string } }[];
  if (errorBesideResult(errors)) return { what: 'INTERNAL_SERVER_ERROR', words };
  const [error] = errors;
  if (error) return { what: error.extensions?.code ?? 'GraphQL', words };
  let value: unknown = Object.values(answer.data ?? {})[0];
  const type = (value as { __typename?: string } | null)?.__typename;
  if (type?.endsWith('Error')) return { what: type, words };
  // Of `{ project(id: 1) { securityKey } }` it is the key that counts.
  while (value && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 1)
    value = Object.values(value)[0];
  const isNothing =
    value === null ||
    value === undefined ||
    (Array.isArray(value) && (value.length > 0 || empty) && value.every((item) => item === null));
  return { what: isNothing ? 'NOT_FOUND' : 'data', words };
}

/** Returns the correct outcomes for a caller. */
function expected(
  caller: Caller,
  { may, feature, without, hidden }: Permission,
  isOn: boolean,
): readonly Outcome[] {
  const { may: allowed, knows = callers }: Audience = audiences[may];
  const unseen: readonly Outcome[] = hidden ? ['unknown'] : [];
  if (allowed.includes(caller)) {
    const goes =
      isOn || !feature || (without && (audiences[without].may as readonly Caller[]).includes(caller));
    return goes ? ['allowed'] : ['locked', 'refused', ...(hidden || without ? (['unknown'] as const) : [])];
  }
  if (withoutCredentials.includes(caller)) return ['unauthenticated', ...unseen];
  // Who could not with the feature either may hear of the feature first.
  return knows.includes(caller)
    ? ['refused', ...(isOn ? [] : (['locked'] as const)), ...unseen]
    : ['unknown'];
}

export interface Permissions {
  graphqlRows: readonly Row[];
  partRows: readonly Row[];
  restRows: readonly Row[];
  /** Declares a test for each row: every caller makes the call, and gets the outcome of the table. */
  testEach(rows: readonly Row[]): void;
  /**
   * Expects that enough responses were compared: those of all callers in each row in the full suite, else a
   * third of them.
   */
  expectCells(rows: number): void;
}

/** Starts a server with a newsroom that has every kind of caller, for the tests of a file. */
export function usePermissions(): Permissions {
  let site: Site;
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    const story = 'The harbour opened today, and everybody came to see it. A second sentence of the story.';
    site = await startSite({
      '/story.html': `<html><body><article><h1>Story</h1><p>${story}</p></article></body></html>`,
    });
    server = await startServer({
      env: { FETCH_ALLOW_HOSTS: site.host, EXTRACTOR_IPS: '192.0.2.1', SIGN_UP: '1' },
    });
    stage = await setStage(server, `${site.url}/story.html`);
  });
  afterAll(async () => {
    await server?.close();
    await site?.close();
  });

  const overHttp =
    (documentOf: (world: World) => string, empty = false): Ask =>
    async (world, token) => {
      const document = documentOf(world);
      const answer = document.includes('$file')
        ? await server.upload(document, {}, new File(['text'], 'sound.mp3'), token)
        : await server.graphql(document, {}, token);
      return saidOf(answer, empty);
    };

  /** The first event shows the current state; a hidden object ends the subscription before it. */
  const overSocket =
    (documentOf: (world: World) => string): Ask =>
    async (world, token) => {
      const socket = await openSocket(server.url, { token });
      const came = async <Found>(find: () => Found | undefined): Promise<Found> => {
        for (;;) {
          const found = find();
          if (found !== undefined) return found;
          await wait(2);
        }
      };
      try {
        const begun = await came(
          () => socket.closed ?? socket.messages.find(({ type }) => type === 'connection_ack'),
        );
        if (begun === socket.closed) return { what: 'UNAUTHENTICATED', words: JSON.stringify(begun) };
        socket.send({ id: '1', type: 'subscribe', payload: { query: documentOf(world) } });
        const event = await came(() => socket.closed ?? socket.messages.find(({ id }) => id === '1'));
        if (event === socket.closed) return { what: 'UNAUTHENTICATED', words: JSON.stringify(event) };
        if (event.type === 'error') return saidOf({ errors: event.payload });
        return event.type === 'complete' ? { what: 'NOT_FOUND', words: 'It ended.' } : saidOf(event.payload);
      } finally {
        socket.close();
      }
    };

  const overRest =
    (key: string, empty: Permission['emptyReply']): Ask =>
    async (world, token) => {
      const { path, body, file } = examples[key]!(world);
      const answer = await server.rest(key.split(' ')[0]!, path, { token, body, file });
      if (answer.status === 401) {
        expect(answer.body).toMatchObject({ result: 'fail', message: expect.stringMatching(/./) });
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
      const words = JSON.stringify(answer.body);
      return {
        what:
          empty && words.includes(JSON.stringify(empty).slice(1, -1)) ? 'NOT_FOUND' : String(answer.status),
        words,
      };
    };

  const graphqlRows: Row[] = rootFields.map((root): Row => {
    const { name, operation } = root;
    const documentOf = (world: World): string =>
      name === 'Mutation.signIn'
        ? `mutation { signIn(input: { email: "${world.viewer.email}", password: "${password}" }) { __typename ... on Error { message } } }`
        : (operations[name]?.call?.(world) ?? callOf(root, valuesOf(world)));
    const ask = operation === 'subscription' ? overSocket(documentOf) : overHttp(documentOf);
    return { ...operations[name]!, name, ask, reads: operation !== 'mutation' };
  });
  const partRows: Row[] = Object.entries(parts).map(([name, permission]) => {
    const documentOf = permission.call!;
    return { ...permission, name, ask: overHttp(documentOf, permission.empty), reads: name.includes('.') };
  });
  const restRows: Row[] = Object.entries(restCalls).map(([name, permission]) => ({
    ...permission,
    name,
    ask: overRest(name, permission.emptyReply),
    reads: name.startsWith('GET '),
    isCompiled: true,
  }));

  let cells = 0;

  /** Asks as each of them, a few at once. */
  async function outcomes(
    row: Row,
    who: readonly Caller[],
    atOnce: number,
  ): Promise<Map<Caller, { outcome: Outcome; words: string }>> {
    const found = new Map<Caller, { outcome: Outcome; words: string }>();
    const left = [...who];
    const next = async (): Promise<void> => {
      for (let caller = left.shift(); caller; caller = left.shift()) {
        const said = await row.ask(stage.worldOf(caller), stage.tokenOf(caller));
        found.set(caller, { outcome: outcomeOf(said), words: said.words });
        if (atOnce === 1) await stage.restore();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    return found;
  }

  /** Whose place in a row changes from row to row, so that all take part alike. */
  let turn = 0;
  const takeTurns = (who: readonly Caller[], among: number): Caller[] =>
    isFull ? [...who] : who.filter((_, index) => (index + turn) % among === 0);

  async function check(row: Row, isOn: boolean): Promise<void> {
    const wrong: string[] = [];
    turn++;
    // What was allowed before may have left something: even what reads does, where it makes what is read.
    await stage.restore();
    const compare = (found: Awaited<ReturnType<typeof outcomes>>): void => {
      for (const [caller, { outcome, words }] of found) {
        const right = expected(caller, row, isOn);
        if (!right.includes(outcome))
          wrong.push(`${caller}: ${outcome} in place of ${right.join(' or ')}: ${words.slice(0, 300)}`);
      }
      cells += found.size;
    };
    const allowed = callers.filter((caller) => expected(caller, row, isOn).includes('allowed'));
    const unproven = callers.filter(
      (caller) => !allowed.includes(caller) && caller !== 'nobody' && withoutCredentials.includes(caller),
    );
    const others = callers.filter((caller) => !allowed.includes(caller) && !unproven.includes(caller));
    // All invalid tokens are refused in one place.
    const refused = row.isCompiled ? takeTurns(others, 4) : others;
    compare(await outcomes(row, [...refused, ...takeTurns(unproven, row.isCompiled ? 12 : 6)], 4));
    const changed = await stage.changedTables();
    if (changed.length) wrong.push(`Refused calls changed ${changed.join(', ')}.`);
    await stage.restore();
    const many = allowed.length > (row.isCompiled ? 3 : 10) && !row.reads;
    compare(
      await outcomes(row, many ? takeTurns(allowed, row.isCompiled ? 6 : 3) : allowed, row.reads ? 4 : 1),
    );
    expect(wrong).toEqual([]);
  }

  /** On the embedded database, which answers the same SQL, the suite asks one in eight; the full one all. */
  const share = isFull || databaseKind() === 'postgres' ? 1 : 8;
  const declared = (all: readonly Row[]): Row[] => all.filter((_, index) => index % share === 0);

  function testEach(rows: readonly Row[]): void {
    const all = declared(rows);
    test.each(all.filter(({ feature }) => !feature).map((row) => [row.name, row] as const))(
      '%s',
      async (__, row) => {
        await stage.book(allBut());
        await check(row, true);
      },
    );

    test.each(all.filter(({ feature }) => feature).map((row) => [row.name, row] as const))(
      '%s, with its feature and without',
      async (__, row) => {
        await stage.book([row.feature!]);
        await check(row, true);
        await stage.book(allBut(row.feature));
        await check(row, false);
      },
    );
  }

  return {
    graphqlRows,
    partRows,
    restRows,
    testEach,
    expectCells: (rows) =>
      expect(cells).toBeGreaterThanOrEqual((rows * callers.length) / share / (isFull ? 1 : 3)),
  };
}
