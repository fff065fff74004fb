import { expect, onTestFinished, test } from 'vitest';
import { geminiModel } from '../../server/language-models/gemini-model.ts';
import type { LanguageModel, ModelRequest } from '../../server/language-models/language-model.ts';
import { nameOfModel } from '../../server/language-models/language-model.ts';
import { openLanguageModels } from '../../server/language-models/open-language-model.ts';
import { openaiModel } from '../../server/language-models/openai-model.ts';
import type { Says } from './servers/answering.ts';
import { startGeminiText } from './servers/gemini-text.ts';
import { startOpenaiResponses } from './servers/openai-responses.ts';

const KEY = 'k3y-Qm9x-never-shown';
/** Enough for a busy machine. */
const patient = { stallMs: 30_000, timeoutMs: 60_000 };
const services = {
  openai: {
    start: (says?: Says) => startOpenaiResponses({ apiKey: KEY, ...(says && { says }) }),
    open: (url: string, key = KEY, patience = patient) =>
      openaiModel({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }, patience)!,
  },
  gemini: {
    start: (says?: Says) => startGeminiText({ apiKey: KEY, ...(says && { says }) }),
    open: (url: string, key = KEY, patience = patient) =>
      geminiModel({ GEMINI_API_KEY: key, GEMINI_BASE_URL: url }, patience)!,
  },
};
const names = ['openai', 'gemini'] as const;

const request: ModelRequest = {
  instructions: 'Spell it out.',
  input: JSON.stringify({ texts: [{ id: 1, text: 'Es steht 2:1.' }] }),
  answer: { name: 'spelled_out', schema: { type: 'object', properties: {}, additionalProperties: false } },
  tenant: 'organization:1',
  maxTokens: 500,
};
const ask = (model: LanguageModel): Promise<string> => model.ask(request, AbortSignal.timeout(60_000));

async function started(
  name: (typeof names)[number],
  given: { says?: Says; key?: string; patience?: typeof patient } = {},
) {
  const server = await services[name].start(given.says);
  onTestFinished(() => server.close());
  return { server, model: services[name].open(server.url, given.key, given.patience) };
}

test.each(names)('%s responds with the requested JSON', async (name) => {
  const { model, server } = await started(name);
  expect(JSON.parse(await ask(model))).toEqual({ texts: [{ id: 1, text: 'Es steht zwei zu eins (KI).' }] });
  expect(server.requests).toHaveLength(1);
});

test.each(names)('%s with a wrong key is a credentials error, and the key is not revealed', async (name) => {
  const { model } = await started(name, { key: 'wr0ng-key-never-shown' });
  const error = await ask(model).then(
    () => new Error('answered'),
    (problem: Error) => problem,
  );
  expect(error).toMatchObject({ kind: 'credentials' });
  expect(error.message).not.toContain('wr0ng');
});

test.each([
  ['openai', '(refusal)', 'openai: refused to answer'],
  ['openai', '(cut off)', 'openai: did not finish its answer (max_output_tokens)'],
  ['gemini', '(blocked)', 'gemini: refused to answer (PROHIBITED_CONTENT)'],
  ['gemini', '(cut off)', 'gemini: did not finish its answer (MAX_TOKENS)'],
] as const)('%s that responds %s is reported', async (name, answer, message) => {
  const { model } = await started(name, { says: () => answer });
  await expect(ask(model)).rejects.toMatchObject({ kind: 'bad_request', message });
});

test.each(
  names.flatMap((name) =>
    (['silent', 'stalled', 'truncated', 'wrong_type'] as const).map((fault) => [name, fault] as const),
  ),
)('%s that is %s fails within its timeout', async (name, fault) => {
  const { model, server } = await started(name, { patience: { stallMs: 300, timeoutMs: 600 } });
  server.fail(fault);
  await expect(ask(model)).rejects.toMatchObject({ name: 'ProviderError' });
});

test('uses the first model with a key, or the configured one, or none if set to none', () => {
  const keys = { OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY };
  const names = (env: Record<string, string>) => openLanguageModels(env).map(nameOfModel);
  expect(names({})).toEqual([]);
  expect(names(keys)).toEqual(['openai:gpt-5-mini', 'gemini:gemini-3.8-flash']);
  expect(names({ GEMINI_API_KEY: KEY })).toEqual(['gemini:gemini-3.8-flash']);
  expect(names({ ...keys, NORMALIZATION_MODEL: 'gemini', GEMINI_TEXT_MODEL: 'gemini-x' })).toEqual([
    'gemini:gemini-x',
    'openai:gpt-5-mini',
  ]);
  expect(names({ OPENAI_API_KEY: KEY, NORMALIZATION_MODEL: 'gemini' })).toEqual([]);
  expect(names({ ...keys, NORMALIZATION_MODEL: 'none' })).toEqual([]);
  expect(() => names({ NORMALIZATION_MODEL: 'eliza' })).toThrow('NORMALIZATION_MODEL');
});
