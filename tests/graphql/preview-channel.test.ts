import { beforeEach, describe, expect, test } from 'vitest';
import { decodeAudio } from '../../server/audio/decode.ts';
import { integratedLoudness } from '../../server/audio/loudness.ts';
import { levelAt } from '../support/test-signals.ts';
import { deleteEntry } from '../../server/areas/voice/dictionaries/entries.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { wav } from '../support/media.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const preview = `mutation ($input: PreviewChannelInput!) { previewChannel(input: $input) { __typename ... on Error { message ... on ValidationError { fieldErrors { field message } } } ... on PreviewChannelSuccess { file url durationMs } } }`;
const uploadSound =
  'mutation ($file: File!, $project: ID!) { uploadSound(input: { project: $project, file: $file }) { ... on UploadSoundSuccess ' +
  '{ sound { file name } } } }';

async function ask(input: object, own = token): Promise<any> {
  const { data, errors } = await server.graphql(
    preview,
    { input: { project: room.project.id, ...input } },
    own,
  );
  expect(errors).toBeUndefined();
  return data!['previewChannel'];
}
async function sound(name: string, frequency: number): Promise<string> {
  const { data } = await server.upload(
    uploadSound,
    { project: room.project.id },
    new File([wav({ seconds: 1, frequency, sampleRate: 44_100 })], name),
    token,
  );
  return data!['uploadSound'].sound.file;
}
/** An article whose file is so many seconds of a tone. */
async function article(
  frequency: number,
  seconds: number,
  bitrate: 64 | 128,
  addedAt: Date,
): Promise<string> {
  const { id } = await server.make.article(room.project.id, { addedAt });
  const profile = { sampleRate: 22_050, channels: 1, bitrate } as const;
  const segment = await server.app.speech.threads.run('sound', {
    bytes: wav({ seconds, frequency }),
    profile,
  });
  const { assembleMp3 } = await import('../../server/audio/assemble-mp3.ts');
  const { bytes, durationMs } = await assembleMp3([{ segment, pauseMs: 0 }], profile, { title: 'A tone' });
  // Words of a second each; the sentence ends after the twelfth.
  const text = Array.from(
    { length: Math.floor(seconds) },
    (_, index) => `tone${String(index).padStart(2, '0')}${index === 11 ? '.' : ''}`,
  ).join(' ');
  const timings = [...text.matchAll(/\w+/g)].map((match, index) => ({
    start: match.index,
    length: match[0].length,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
  }));
  const { version } = await server.make.audio(id, { durationMs, bytes: bytes.length, text, timings });
  await server.app.storage.put(`audio/${version}.mp3`, bytes);
  return version;
}
async function listen(
  answer: any,
): Promise<{
  samples: Float32Array;
  sampleRate: number;
  seconds: number;
  hears: (frequency: number, from: number, to: number) => number;
}> {
  const response = await fetch(answer.url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  const pcm = await decodeAudio(new Uint8Array(await response.arrayBuffer()), { kind: 'mp3' });
  const { sampleRate } = pcm;
  const samples = pcm.channels[0]!;
  return {
    samples,
    sampleRate,
    seconds: samples.length / sampleRate,
    hears: (frequency, from, to) =>
      levelAt(samples.subarray(from * sampleRate, to * sampleRate), frequency, sampleRate),
  };
}

test('a channel preview consists of intro, beginnings of the newest articles with the sound between, and outro', async () => {
  const [intro, next] = [await sound('Intro', 500), await sound('Next', 900)];
  await sound('Outro', 1_300);
  await article(2_100, 20, 64, new Date('2026-01-01'));
  await article(1_700, 20, 128, new Date('2026-01-02'));
  const answer = await ask({ introAudio: intro, nextNewsAudio: next, outroAudio: 'Outro' });
  expect(answer).toMatchObject({
    __typename: 'PreviewChannelSuccess',
    file: expect.stringMatching(/^\/download\/audio\/channel-[0-9a-f]{32}\.mp3$/),
  });
  const { seconds, hears, samples, sampleRate } = await listen(answer);
  expect(Math.abs(seconds * 1_000 - answer.durationMs)).toBeLessThan(30);
  // 1 s, twelve words, 1 s, twelve words, 1 s; pauses of 0.4 s.
  expect(Math.abs(seconds - (3 + 2 * 12 + 4 * 0.4))).toBeLessThan(0.5);
  const at = { intro: 0.3, newest: 5, next: 1.4 + 12 + 0.4 + 0.3, older: 20, outro: seconds - 0.7 };
  const frequencies = { intro: 500, newest: 1_700, next: 900, older: 2_100, outro: 1_300 };
  for (const [heard, from] of Object.entries(at)) {
    for (const [name, frequency] of Object.entries(frequencies)) {
      const level = hears(frequency, from, from + 0.3);
      if (name === heard) expect(level, `${name} at ${from} s`).toBeGreaterThan(-30);
      else expect(level, `${name} at ${from} s`).toBeLessThan(-45);
    }
  }
  expect(Math.abs(integratedLoudness({ sampleRate, channels: [samples, samples] }) + 16)).toBeLessThan(1);
});

test('a channel preview without articles uses a sample sentence and speaks the texts', async () => {
  const alone = await listen(await ask({ introText: 'Good morning.' }));
  expect(alone.seconds).toBeGreaterThan(2);
  const both = await listen(
    await ask({
      introText: 'Good morning.',
      outroText: 'That was the news of today, and we will be back tomorrow.',
    }),
  );
  expect(both.seconds - alone.seconds).toBeGreaterThan(1.5);
});

test('texts of a channel use the pronunciation dictionaries of its project', async () => {
  const said = await ask({ introText: 'One sentence.', outroText: 'Goodbye.' });
  expect(said).toMatchObject({
    file: (await ask({ introText: 'One sen-tence.', outroText: 'Goodbye.' })).file,
  });
  await deleteEntry(server.app, actorOf(room.editor), room.entry.id);
  expect((await ask({ introText: 'One sentence.', outroText: 'Goodbye.' })).file).not.toBe(said.file);
});

test('an identical channel preview comes from storage; any other is generated', async () => {
  const first = await ask({ introText: 'Good morning.' });
  const { threads } = server.app.speech;
  const run = threads.run;
  threads.run = () => Promise.reject(new Error('nothing is to be made'));
  try {
    expect(await ask({ introText: ' Good morning. ', outroText: '' })).toEqual(first);
  } finally {
    threads.run = run;
  }
  expect((await ask({ introText: 'Good evening.' })).file).not.toBe(first.file);
  await article(1_700, 3, 64, new Date());
  expect((await ask({ introText: 'Good morning.' })).file).not.toBe(first.file);
});

describe('a channel preview is refused', () => {
  test.each([
    ['without content', {}, 'introText', 'Nothing to preview'],
    ['with only white space', { introText: ' ', outroAudio: '' }, 'introText', 'Nothing to preview'],
    [
      'with an intro that is too long',
      { introText: 'a'.repeat(301) },
      'introText',
      'Maximum number of characters - 300',
    ],
    [
      'with an outro that is too long',
      { outroText: 'a'.repeat(301) },
      'outroText',
      'Maximum number of characters - 300',
    ],
    [
      'with a missing sound',
      { outroAudio: 'Fanfare' },
      'outroAudio',
      'This sound doesn’t belong to the project.',
    ],
    [
      'with a path',
      { nextNewsAudio: '../../etc/passwd' },
      'nextNewsAudio',
      'This sound doesn’t belong to the project.',
    ],
  ])('%s', async (_, input, field, message) => {
    expect(await ask(input)).toMatchObject({
      __typename: 'ValidationError',
      fieldErrors: [{ field, message }],
    });
  });

  test('with a sound whose file is missing', async () => {
    const file = await sound('Intro', 500);
    await server.app.storage.delete(`audio/${file}.mp3`);
    expect(await ask({ introAudio: file })).toMatchObject({
      fieldErrors: [{ field: 'introAudio', message: 'The file of this sound is missing. Upload it again.' }],
    });
  });

  test('for callers who may not change settings', async () => {
    const { apiKey } = await server.make.apiKey(room.project.id);
    const { token: reading } = await server.make.partnerToken(room.organization.id, { readOnly: true });
    for (const [own, expected] of [
      [await server.signIn(room.viewer), 'NotAllowedError'],
      [apiKey, 'NotAllowedError'],
      [reading, 'NotAllowedError'],
      [await server.signIn(room.outsider), 'NotFoundError'],
    ] as const) {
      expect((await ask({ introText: 'Hello.' }, own)).__typename).toBe(expected);
    }
  });
});

test('a channel preview skips an article whose file is missing', async () => {
  await server.make.audio((await server.make.article(room.project.id)).id);
  expect((await ask({ introText: 'Good morning.' })).__typename).toBe('PreviewChannelSuccess');
});

test('REST returns the path of a channel preview, or that there is nothing to preview', async () => {
  const post = (body: object) =>
    server.rest('POST', `/api/projects/${room.project.id}/channels/preview`, { token, body });
  await sound('Jingle', 500);
  expect(
    (
      await post({
        type: 'GOOGLE_ACTION',
        name: 'News',
        introText: 'Good morning.',
        introAudio: 'Jingle',
        outroAudio: '',
      })
    ).body,
  ).toEqual({ file: expect.stringMatching(/^\/download\/audio\/channel-/) });
  expect(await post({ type: 'GOOGLE_ACTION' })).toMatchObject({
    status: 200,
    body: { result: 'fail', message: 'Nothing to preview' },
  });
});
