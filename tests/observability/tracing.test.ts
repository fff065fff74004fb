/** One trace leads from the request that creates an article to the file of its audio. */
import { expect, onTestFinished, test } from 'vitest';
import { audioFile } from '../../server/storage/files.ts';
import { currentTraceId, traceContext, trace } from '../../server/lib/tracing.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startTraceReceiver, type ReceivedSpan } from '../support/trace-receiver.ts';
import { startSilentServer } from '../support/silent-server.ts';

const create = `mutation ($input: CreateArticleInput!) { createArticle(input: $input) { __typename
  ... on CreateArticleSuccess { article { databaseId } } } }`;
const words = { title: 'Zeppelin over Zurich', text: 'Grace Hopper flies tonight. She lands tomorrow.' };

/** Creates an article through the API, and waits for its audio. */
async function createArticle(server: TestServer) {
  const { project, editor } = await server.make.newsroom();
  const token = await server.signIn(editor);
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: create, variables: { input: { project: project.id, ...words } } }),
  });
  const { data } = (await response.json()) as { data: any };
  const id: number = data.createArticle.article.databaseId;
  const article = () => server.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
  await expect
    .poll(async () => `${(await article()).status} ${(await article()).error}`)
    .toMatch(/^(ready|errored)/);
  expect((await article()).error).toBeNull();
  return { id, token, editor, article: await article(), requestId: response.headers.get('x-request-id') };
}

test('a trace covers the request, the job, its steps, speech and storage, and names no one', async () => {
  const receiver = await startTraceReceiver();
  onTestFinished(() => receiver.close());
  const server = await startServer({ worker: true, env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint } });
  let made: Awaited<ReturnType<typeof createArticle>>;
  try {
    made = await createArticle(server);
    expect(await server.app.storage.stat(audioFile(made.article.audio!))).not.toBeNull();
  } finally {
    // Sends the last spans.
    await server.close();
  }
  expect(receiver.problems).toEqual([]);
  const root = receiver.spans.find(({ attributes }) => attributes['parlance.request_id'] === made.requestId)!;
  expect(root).toMatchObject({
    name: 'POST /graphql',
    kind: 2,
    service: 'parlance-worker',
    attributes: { 'http.route': '/graphql', 'http.response.status_code': 200 },
  });
  expect(root.parentSpanId).toBeUndefined();
  const ofTrace = receiver.spans.filter(({ traceId }) => traceId === root.traceId);
  const byId = new Map(ofTrace.map((span) => [span.spanId, span]));
  const path = (span: ReceivedSpan): string[] => {
    const parent = span.parentSpanId === undefined ? undefined : byId.get(span.parentSpanId);
    return [...(parent ? path(parent) : []), span.name];
  };
  const paths = ofTrace.map((span) => path(span).join(' > '));
  // Nothing hangs in the air.
  for (const one of paths) expect(one).toMatch(/^POST \/graphql/);
  const job = 'POST /graphql > job article';
  expect(paths).toEqual(
    expect.arrayContaining([
      job,
      `${job} > step synthesise > speech`,
      `${job} > step synthesise > storage put`,
      `${job} > step assemble > storage put`,
      `${job} > step publish`,
    ]),
  );
  expect(ofTrace.find(({ name }) => name === 'job article')!.attributes).toMatchObject({
    'parlance.job': 'article',
    'parlance.outcome': 'done',
  });
  expect(ofTrace.filter(({ failed }) => failed)).toEqual([]);
  const sent = JSON.stringify(receiver.spans);
  for (const secret of [
    made.token,
    made.editor.email,
    'Zeppelin',
    'Hopper',
    '127.0.0.1',
    made.article.audio!,
  ])
    expect(sent).not.toContain(secret);
});

test('without the variable nothing is traced, and jobs carry no trace', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const { project, editor } = await server.make.newsroom();
  const token = await server.signIn(editor);
  await server.graphql(create, { input: { project: project.id, ...words } }, token);
  const { rows } = await server.app.db.pool.query(`SELECT data FROM pgboss.job WHERE name = 'article'`);
  expect(rows).toEqual([{ data: { articleId: expect.any(Number), run: 1 } }]);
  expect(await trace('nothing', {}, async () => [currentTraceId(), traceContext()])).toEqual([
    undefined,
    undefined,
  ]);
});

test('a receiver that never answers delays neither requests nor the end of the process', async () => {
  const silent = await startSilentServer();
  onTestFinished(() => silent.close());
  const server = await startServer({ worker: true, env: { OTEL_EXPORTER_OTLP_ENDPOINT: silent.url } });
  await createArticle(server);
  await server.close();
  expect(silent.received).toBeGreaterThan(0);
});
