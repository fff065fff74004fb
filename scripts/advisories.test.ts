import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

/** Runs the script with a registry that knows one advisory of Fastify, or none. */
async function run(advisories: object): Promise<{ code: number; text: string }> {
  const registry = createServer((request, response) => {
    request.resume();
    const name = decodeURIComponent(request.url!.slice(1));
    // npm also asks which versions of the package there are.
    const answer = request.method === 'POST' ? advisories : { name, versions: {}, 'dist-tags': {} };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  onTestFinished(() => void registry.close());
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  const words = ['scripts/advisories.ts', `--registry=${url}`, '--package-lock-only'];
  return promisify(execFile)(process.execPath, words).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}

test('an advisory that is not explained is named, and fails', async () => {
  const advisory = {
    id: 1,
    url: 'https://github.com/advisories/GHSA-0000-0000-0000',
    title: 'Bodies are not validated',
    severity: 'high',
    vulnerable_versions: '<99.0.0',
  };
  const { code, text } = await run({ fastify: [advisory] });
  expect(text).toContain('GHSA-0000-0000-0000 high: fastify <99.0.0: Bodies are not validated');
  expect([code, text.includes('NOT EXPLAINED')]).toEqual([1, true]);
});

test('without advisories it succeeds', async () => {
  expect(await run({})).toEqual({ code: 0, text: expect.stringMatching(/^0 advisories/) });
});
