/**
 * What the explorer offers runs: against the real server, with a partner's token, over HTTP and over a
 * socket.
 */
import { getIntrospectionQuery, OperationTypeNode, parse, Kind } from 'graphql';
import { beforeEach, expect, test, vi } from 'vitest';
import { samples, sampleNames, type Sample } from '../../client/partners/samples.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';

const server = useServer();
let room: Newsroom;
let token: string;
let ids: { project: number; article: number };

const operationOf = (query: string): OperationTypeNode =>
  parse(query).definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? [one.operation] : [],
  )[0]!;
const named = (wanted: (operation: OperationTypeNode) => boolean) =>
  sampleNames.filter((name) => wanted(operationOf(samples[name].query)));

beforeEach(async () => {
  room = await server.make.newsroom();
  token = (await server.make.partnerToken(room.organization.id)).token;
  const article = await server.make.article(room.project.id);
  ids = { project: room.project.id, article: article.id };
});

test.each(named((operation) => operation !== OperationTypeNode.SUBSCRIPTION))(
  '%s runs with a token',
  async (name) => {
    const sample: Sample = samples[name];
    const { status, data, errors } = await server.graphql(sample.query, sample.variables?.(ids), token);
    expect({ status, errors }).toEqual({ status: 200, errors: undefined });
    expect(Object.values(data!)).not.toContain(null);
    if (data!['createArticle'])
      expect(data!['createArticle']).toMatchObject({ __typename: 'CreateArticleSuccess' });
  },
);

test.each(named((operation) => operation === OperationTypeNode.SUBSCRIPTION))(
  '%s returns the current state',
  async (name) => {
    const sample: Sample = samples[name];
    // As the explorer sends it.
    const socket = await openSocket(server.url, { payload: { authorization: `Bearer ${token}` } });
    await vi.waitFor(() =>
      expect(socket.messages).toContainEqual(expect.objectContaining({ type: 'connection_ack' })),
    );
    socket.send({
      id: '1',
      type: 'subscribe',
      payload: { query: sample.query, variables: sample.variables?.(ids) },
    });
    await vi.waitFor(() =>
      expect(socket.messages).toContainEqual(
        expect.objectContaining({
          type: 'next',
          payload: { data: { projectArticles: expect.objectContaining({ kind: 'CHANGED' }) } },
        }),
      ),
    );
    socket.close();
  },
);

test('the schema is public for the query of the explorer', async () => {
  const { data, errors } = await server.graphql(
    getIntrospectionQuery({ schemaDescription: true, inputValueDeprecation: true }),
  );
  expect(errors).toBeUndefined();
  expect(data!['__schema'].types.length).toBeGreaterThan(100);
});
