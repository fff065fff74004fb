import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createRule } from '../../server/areas/library/rules/rules.ts';
import { decodeAudio } from '../../server/audio/decode.ts';
import { startGeminiText } from '../language-models/servers/gemini-text.ts';
import { startOpenaiResponses } from '../language-models/servers/openai-responses.ts';
import { startElevenlabs } from '../speech/servers/elevenlabs.ts';
import { actorOf } from '../support/factories.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const apiKey = 'k3y-of-the-test';
const [elevenlabs, openai, gemini] = await Promise.all([
  startElevenlabs({ apiKey }),
  startOpenaiResponses({ apiKey }),
  startGeminiText({ apiKey }),
]);
const servers = [elevenlabs, openai, gemini];
afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));

const pipeline = usePipeline({
  env: () => ({
    ELEVENLABS_API_KEY: apiKey,
    ELEVENLABS_BASE_URL: elevenlabs.url,
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: `${openai.url}/v1`,
    GEMINI_API_KEY: apiKey,
    GEMINI_BASE_URL: gemini.url,
  }),
});
const george = 'elevenlabs:JBFqnCBsd6RMkjVDRZzb';
const rachel = 'elevenlabs:21m00Tcm4TlvDq8ikWAM';
const text = 'The harbour opened at dawn. Ships had waited for hours.';
const asked = (server: (typeof servers)[number], part: string) =>
  server.requests.filter(({ path }) => path.includes(part));

beforeEach(async () => {
  for (const server of servers) server.recover();
  // The service's voices are listed after the start.
  await expect.poll(() => pipeline.app.speech.findVoice(george)?.provider).toBe('elevenlabs');
  for (const server of servers) server.requests.length = 0;
});

/** A project whose articles all come under one action. */
async function ruled(action: string, value: string, given = {}) {
  const project = await offlineProject(pipeline, { features: ['audio-rules'], ...given });
  const owner = await pipeline.app.db.prisma.user.findUniqueOrThrow({ where: { id: project.ownerId } });
  await createRule(pipeline.app, actorOf(owner), {
    projectId: project.id,
    name: 'Every article',
    predicates: [{ operator: 'always', subject: 'article', value: '' }],
    actions: [{ action, values: [value] }],
  });
  return project;
}

describe('a rule with another voice', () => {
  test('regenerates audio once, at the voice’s price', async () => {
    const project = await ruled('voice_to_voice', george);
    const { id } = await pipeline.make.article(project.id, { title: 'Dawn', text });
    const article = await pipeline.voice(id);
    expect(article).toMatchObject({ status: 'ready', error: null });
    const chunks = await pipeline.chunks(id, article.audio);
    expect(chunks.map((chunk) => chunk.text)).toEqual(['Dawn', ...text.split(/(?<=\.) /)]);
    const again = asked(elevenlabs, '/v1/speech-to-speech/JBFqnCBsd6RMkjVDRZzb/stream');
    expect(again).toHaveLength(chunks.length);

    // The offline engine costs nothing; ElevenLabs takes 102 EUR a million, and its characters weigh twice.
    const characters = chunks.reduce((sum, chunk) => sum + chunk.text.length, 0);
    const charges = await pipeline.app.db.prisma.charge.findMany({ where: { projectId: project.id } });
    expect(charges.reduce((sum, { cost }) => sum + Number(cost), 0)).toBe(102 * characters);
    expect(await pipeline.charged(project.id)).toEqual({ sounds: chunks.length, characters: 3 * characters });

    // The audio is what the service returned, and its words are measured in it.
    const audio = await pipeline.app.db.prisma.audio.findUniqueOrThrow({
      where: { version: article.audio! },
    });
    const pcm = await decodeAudio((await pipeline.app.storage.get(`audio/${article.audio}.mp3`))!, {
      kind: 'mp3',
    });
    expect(pcm.channels[0]!.length / pcm.sampleRate).toBeCloseTo(audio.durationMs / 1_000, 1);
    expect((audio.timings as unknown[]).length).toBe(11);

    // An edit has one sentence spoken, and spoken again.
    const edited = await pipeline.voice(id, { text: text.replace('hours', 'days') });
    expect(edited.status).toBe('ready');
    expect(asked(elevenlabs, '/v1/speech-to-speech/')).toHaveLength(chunks.length + 1);
  });

  test('is part of the segment key', async () => {
    const keys = async (value: string | null) => {
      const project = value === null ? await offlineProject(pipeline) : await ruled('voice_to_voice', value);
      const { id } = await pipeline.make.article(project.id, { title: 'Dawn', text });
      const { audio } = await pipeline.voice(id);
      return (await pipeline.chunks(id, audio)).map(({ segmentKey }) => segmentKey);
    };
    const [none, first, second] = [await keys(null), await keys(george), await keys(rachel)];
    expect(new Set([...none, ...first, ...second])).toHaveLength(3 * none.length);
  });

  test('that is down postpones the article, and costs nothing', async () => {
    const project = await ruled('voice_to_voice', george);
    const { id } = await pipeline.make.article(project.id, { title: 'Dawn', text });
    elevenlabs.fail({ status: 401, message: 'quota_exceeded' }, { times: 100 });
    await pipeline.begin(id);
    await expect
      .poll(async () => (await pipeline.log(id)).map(({ text }) => text).join())
      .toContain('elevenlabs');
    expect(await pipeline.charged(project.id)).toEqual({ sounds: 0, characters: 0 });
  });
});

test('a rule selects the language model for normalization if the project has none', async () => {
  const project = await ruled('normalization_model', 'gemini:gemini-3.8-flash', {
    voiceLanguage: 'de-DE',
    normalization: false,
  });
  const { id } = await pipeline.make.article(project.id, { title: 'Der Sieg', text: 'Es kamen 12 % mehr.' });
  const article = await pipeline.voice(id);
  expect((await pipeline.chunks(id, article.audio)).map((chunk) => chunk.text)).toEqual([
    'Der Sieg',
    'Es kamen zwölf Prozent mehr.',
  ]);
  expect([asked(openai, '/responses').length, asked(gemini, ':generateContent').length]).toEqual([0, 1]);
});
