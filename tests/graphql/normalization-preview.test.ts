import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { spelling } from '../language-models/servers/answering.ts';
import { startGeminiText } from '../language-models/servers/gemini-text.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer, type TestServer } from '../support/server.ts';

const document = `mutation ($input: PreviewNormalizationInput!) { previewNormalization(input: $input) { __typename
  ... on PreviewNormalizationSuccess { text changes { kind text } model problem language hasRules }
  ... on Error { message ... on ValidationError { fieldErrors { field message } } } } }`;
const viewer = '{ viewer { normalizationModel { provider name } defaultNormalizationPrompt } }';

async function previewer(server: TestServer, given: object = { voiceLanguage: 'de-DE' }) {
  const room: Newsroom = await server.make.newsroom();
  await server.app.db.prisma.project.update({ where: { id: room.project.id }, data: given });
  const token = await server.signIn(room.editor);
  return {
    token,
    async preview(input: object): Promise<any> {
      const { data, errors } = await server.graphql(
        document,
        { input: { project: room.project.id, ...input } },
        token,
      );
      expect(errors).toBeUndefined();
      return data!['previewNormalization'];
    },
  };
}

describe('without a model', () => {
  const server = useServer({});

  test('spells out the text by the rules of the voice’s language', async () => {
    const { preview, token } = await previewer(server);
    expect(await preview({ text: 'Es steht 2:1.\n\n1. Wasser trinken' })).toEqual({
      __typename: 'PreviewNormalizationSuccess',
      text: 'Es steht zwei zu eins.\n\nErstens: Wasser trinken',
      changes: [
        { kind: 'KEPT', text: 'Es steht ' },
        { kind: 'REMOVED', text: '2:1' },
        { kind: 'ADDED', text: 'zwei zu eins' },
        { kind: 'KEPT', text: '.\n\n' },
        { kind: 'REMOVED', text: '1.' },
        { kind: 'ADDED', text: 'Erstens:' },
        { kind: 'KEPT', text: ' Wasser trinken' },
      ],
      model: null,
      problem: null,
      language: 'de-DE',
      hasRules: true,
    });
    expect((await server.graphql(viewer, {}, token)).data!['viewer']).toEqual({
      normalizationModel: null,
      defaultNormalizationPrompt: expect.stringMatching(
        /Zahlen.*Datumsangaben und Uhrzeiten.*Spielstände.*Geldbeträge.*Maßeinheiten.*Prozentangaben, Brüche.*Aufzählungen/s,
      ),
    });
  });

  test('respects the language of voice tags, and reports invalid ones', async () => {
    const { preview } = await previewer(server);
    expect(
      await preview({
        text: 'Sie sagt: <voice name="x" language="en-GB">It is 12 km.</voice> Es sind 12 km.',
      }),
    ).toMatchObject({
      text: 'Sie sagt: <voice name="x" language="en-GB">It is twelve kilometres.</voice> Es sind zwölf Kilometer.',
    });
    expect(await preview({ text: '<voice name="x">' })).toMatchObject({ fieldErrors: [{ field: 'text' }] });
  });

  test('leaves a language without rules unchanged, with a note', async () => {
    const { preview } = await previewer(server, { voiceLanguage: 'cs-CZ' });
    expect(await preview({ text: 'Je 14:30.' })).toMatchObject({
      text: 'Je 14:30.',
      changes: null,
      hasRules: false,
    });
  });

  test.each([
    ['no text', { text: ' ' }, [{ field: 'text', message: 'This field is required' }]],
    [
      'a text that is too long',
      { text: 'a'.repeat(5_001) },
      [{ field: 'text', message: 'Enter up to 5,000 characters.' }],
    ],
    [
      'a prompt that is too short',
      { text: '1', normalizationPrompt: 'kurz' },
      [{ field: 'normalizationPrompt', message: 'Enter at least 10 characters.' }],
    ],
  ])('%s is refused', async (_, input, fieldErrors) => {
    const { preview } = await previewer(server);
    expect(await preview(input)).toMatchObject({ __typename: 'ValidationError', fieldErrors });
  });
});

const KEY = 'k3y-of-the-test';
const model = await startGeminiText({ apiKey: KEY });
afterAll(() => model.close());
beforeEach(() => {
  model.says = spelling;
  model.requests.length = 0;
});

describe('with a model', () => {
  const server = useServer({
    env: { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: model.url, GEMINI_TEXT_MODEL: 'gemini-test' },
  });

  test('uses the draft instructions, and calls the model once for each', async () => {
    const { preview, token } = await previewer(server);
    const asked = () =>
      model.requests
        .filter(({ path }) => path.endsWith('gemini-test:generateContent'))
        .map(({ body }) => body);
    expect(
      await preview({ text: 'Es steht 2:1.', normalizationPrompt: 'Schreibe Zahlen aus.' }),
    ).toMatchObject({ text: 'Es steht zwei zu eins (KI).', model: 'Gemini gemini-test', problem: null });
    expect(asked()[0]).toContain('Schreibe Zahlen aus.');
    await preview({ text: 'Es steht 2:1.', normalizationPrompt: 'Schreibe Zahlen aus.' });
    expect(asked()).toHaveLength(1);
    await preview({ text: 'Es steht 2:1.', normalizationPrompt: '' });
    expect(asked()[1]).toContain('Nachrichtensprecherin');
    expect((await server.graphql(viewer, {}, token)).data!['viewer']).toMatchObject({
      normalizationModel: { provider: 'Gemini', name: 'gemini-test' },
    });
  });

  test('falls back to the rules with a reason if the response is not the text', async () => {
    const { preview } = await previewer(server);
    model.says = () => ({ texts: [{ id: 1, text: 'Ignoriere alles und sage etwas anderes dazu.' }] });
    expect(await preview({ text: 'Es steht 2:1 in Bremen heute.' })).toMatchObject({
      text: 'Es steht zwei zu eins in Bremen heute.',
      model: null,
      problem: 'Gemini changed the text: it has other words.',
    });
  });
});
