import { expect, test } from 'vitest';
import { graphql } from 'graphql';
import { statementsMax } from '../../server/graphql/statement-limit.ts';
import { schema } from '../../server/schema.ts';
import { runForCaller } from '../../server/lib/database/statement-caller.ts';
import { actorOf } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('an operation above its statement limit reads no further rows, whatever its fields cost', async () => {
  const room = await server.make.newsroom();
  const actor = actorOf(room.maintainer);
  const ask = (statements: number) =>
    runForCaller({ caller: 'one', statements }, () =>
      graphql({
        schema,
        source: `{ project(id: ${room.project.id}) { id channels { edges { node { id } } } } }`,
        contextValue: { app: server.app, actor, actorNow: async () => actor, remoteAddress: '' },
      }),
    );
  expect((await ask(0)).errors).toBeUndefined();
  const refused = await ask(statementsMax + 1);
  expect(refused.errors).toHaveLength(1);
  expect(refused.errors![0]!.message).toContain('reads from the database too often');
});
