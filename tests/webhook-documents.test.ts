import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { messageOf, standardBody } from '../server/areas/projects/webhooks/webhook-body.ts';
import { exampleData } from './webhooks/webhook-examples.ts';
import { webhookEventKinds, webhookEvents } from '../server/areas/projects/webhooks/webhook-events.ts';
import { createWebhookSecret, webhookHeaders } from '../server/areas/projects/webhooks/webhook-signature.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = await readFile(`${root}.github/docs/webhooks.md`, 'utf8');
const recipes = await readFile(`${root}.github/docs/webhook-recipes.md`, 'utf8');
const blockOf = (language: string, text = page): string =>
  text.split(`\`\`\`${language}\n`)[1]!.split('\n```')[0]!;
const bodyOf = (kind: string): string =>
  standardBody(
    messageOf(
      { kind, data: exampleData(kind), createdAt: new Date('2026-11-29T16:00:00Z') },
      'https://parlance.example',
    )!,
  );

test('the table lists every event with its data', () => {
  const rows = webhookEventKinds.map((kind) => {
    const fields = Object.keys(JSON.parse(bodyOf(kind)).data).filter((name) => name !== 'dashboardUrl');
    return `| \`${kind}\` | ${webhookEvents[kind].description} | ${fields.map((name) => `\`${name}\``).join(', ')} |`;
  });
  const written = page.split('\n').filter((line) => /^\| `[a-z]+\.[a-z_]+` \|/.test(line));
  expect(written.map((line) => line.replaceAll(/ +/g, ' '))).toEqual(rows);
});

test('examples match the validated schema', () => {
  for (const kind of webhookEventKinds)
    expect(webhookEvents[kind].data.safeParse(exampleData(kind)).error).toBeUndefined();
  expect(JSON.parse(blockOf('json'))).toEqual(JSON.parse(bodyOf('article.ready')));
});

/** A signed message as it is sent now. */
function signed(secret: string): { headers: Record<string, string>; body: string } {
  const body = bodyOf('article.ready');
  return {
    body,
    headers: webhookHeaders({ id: 'msg_1', at: Math.floor(Date.now() / 1_000), body }, [secret]),
  };
}

test('the Python example accepts only signed messages', async () => {
  const secret = createWebhookSecret();
  const { headers, body } = signed(secret);
  const program = `${blockOf('python')}\nimport json, sys\ngiven = json.load(sys.stdin)\nprint(json.dumps([verify(one["secret"], one["headers"], one["body"].encode()) for one in given]))`;
  const old = { ...headers, 'webhook-timestamp': '1614265330' };
  const messages = [
    { secret, headers, body },
    { secret, headers, body: `${body} ` },
    { secret: createWebhookSecret(), headers, body },
    { secret, headers: old, body },
  ];
  const output = execFileSync('python3', ['-c', program], { input: JSON.stringify(messages) });
  expect(JSON.parse(output.toString())).toEqual([true, false, false, false]);
});

/** Messages of which the first alone is signed with the secret. */
function attempts(secret: string): ReturnType<typeof signed>[] {
  const { headers, body } = signed(secret);
  const old = Math.floor(Date.now() / 1_000) - 600;
  return [
    { headers, body },
    { headers, body: `${body} ` },
    signed(createWebhookSecret()),
    { headers: webhookHeaders({ id: 'msg_1', at: old, body }, [secret]), body },
  ];
}

/** Runs code as automation services do: the body of an async function that gets these names. */
async function run(code: string, names: object, self?: object): Promise<any> {
  const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => any;
  return new AsyncFunction(...Object.keys(names), code).call(self, ...Object.values(names));
}

test('the code for n8n accepts only signed messages', async () => {
  const secret = createWebhookSecret();
  const code = blockOf('js', recipes).replace('whsec_…', secret);
  const results = attempts(secret).map(({ headers, body }) => {
    const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) };
    const $input = { first: () => ({ json: { headers, body: JSON.parse(body) } }) };
    return run(code, { $input, require: createRequire(import.meta.url) }, { helpers }).catch(String);
  });
  const [[accepted], ...refused] = await Promise.all(results);
  expect(accepted.json.type).toBe('article.ready');
  expect(refused).toEqual(Array(3).fill('Error: Not signed'));
});

test('the code for Zapier accepts only signed messages', async () => {
  const secret = createWebhookSecret();
  const code = `let output;\n${blockOf('javascript', recipes)}\nreturn output;`;
  const results = attempts(secret).map(({ headers, body }) => {
    const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
      (name) => headers[`webhook-${name}`],
    );
    const inputData = { body, id, timestamp, signature, secret };
    return run(code, { inputData, require: createRequire(import.meta.url) }).catch(String);
  });
  const [accepted, ...refused] = await Promise.all(results);
  expect(accepted.type).toBe('article.ready');
  expect(refused).toEqual(Array(3).fill('Error: Not signed'));
});

test('the Node example accepts only signed messages', async () => {
  const folder = await mkdtemp(join(root, 'tests/example-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'receive.mjs'), blockOf('js'));
  const secret = createWebhookSecret();
  const port = await freePort();
  const receiver = spawn(process.execPath, [join(folder, 'receive.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void receiver.kill());
  let output = '';
  receiver.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const send = async ({ headers, body }: ReturnType<typeof signed>) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
  await expect.poll(() => send(signed(secret)).catch(() => null)).toBe(204);
  expect(await send(signed(createWebhookSecret()))).toBe(400);
  expect(output).toContain('article.ready The harbour opens');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? address!.port : 0;
}
