import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { misspelledVariables } from './misspelled-variables.ts';

test.each([
  ['JWT_SECRT', 'JWT_SECRET'],
  ['JWT_SECRETS', 'JWT_SECRET'],
  ['STORAGE_URI', 'STORAGE_URL'],
  ['DATBASE_URL', 'DATABASE_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['HOTS', 'HOST'],
  ['jwt_secret', 'JWT_SECRET'],
  ['HTTPS_PROXI', 'HTTPS_PROXY'],
])('%s is reported as %s', (name, meant) => {
  expect(misspelledVariables({ [name]: 'x' })).toEqual([{ name, meant }]);
});

test('variables of other programs are not reported', () => {
  const names =
    'PATH HOME USER LANG LC_ALL SHLVL PWD OLDPWD LOGNAME MAIL EDITOR DISPLAY TERM INVOCATION_ID JOURNAL_STREAM ' +
    'KUBERNETES_SERVICE_HOST KUBERNETES_PORT PGHOST PGUSER npm_config_cache https_proxy no_proxy http_proxy ' +
    'SSH_AUTH_SOCK XDG_RUNTIME_DIR DEBIAN_FRONTEND NODE_COMPILE_CACHE OPENAI_TTS_CONCURRENCY';
  const env = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
  expect(misspelledVariables(env)).toEqual([]);
});

test('no documented variable is reported', async () => {
  const text = await readFile(new URL('../../.github/CONFIGURATION.md', import.meta.url), 'utf8');
  const names = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, name]) => [name!, 'x']);
  expect(names.length).toBeGreaterThan(50);
  expect(misspelledVariables(Object.fromEntries(names))).toEqual([]);
});
