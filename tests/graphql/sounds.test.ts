import { beforeEach, describe, expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { normaliseSound } from '../../server/areas/library/sounds/normalise-sound.ts';
import { readSound } from '../../server/areas/library/sounds/read-sound.ts';
import { isUsableSound } from '../../server/areas/library/sounds/sounds.ts';
import { decodeAudio } from '../../server/audio/decode.ts';
import { integratedLoudness } from '../../server/audio/loudness.ts';
import { soundsMax } from '../../server/product.ts';
import type { Newsroom } from '../support/factories.ts';
import { beep, wav } from '../support/media.ts';
import { useServer } from '../support/server.ts';
import { soundCalls, soundFields, updateProject } from './sound-calls.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const { send, run, remove } = soundCalls(server, () => ({ room, token }));
const uploaded = (answer: any): string[] =>
  answer.project.sounds.filter(({ builtIn }: any) => !builtIn).map(({ file }: any) => file);
const actions = async (): Promise<string[]> =>
  (await server.app.db.prisma.projectLog.findMany({ orderBy: { id: 'asc' } })).map(({ action }) => action);

async function mp3({ seconds = 1, vbr = false } = {}): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 44_100, channels: 1, ...(vbr ? { vbrQuality: 4 } : { bitrate: 128 }) });
  // Noise and silence in turn: at a variable rate the frames differ.
  const samples = Float32Array.from({ length: seconds * 44_100 }, (_, i) =>
    Math.floor(i / 8_820) % 2 ? 0.3 * Math.sin(i * i) : 0.1 * Math.sin(i / 16),
  );
  return Buffer.concat([Buffer.from(encoder.encode([samples])), Buffer.from(encoder.finalize())]);
}

describe('an upload', () => {
  test('is normalized, stored, listed and played', async () => {
    const answer = await send(wav({ seconds: 6, frequency: 300 }), 'C:\\Jingles\\Morning show.wav');
    expect(answer).toMatchObject({
      __typename: 'UploadSoundSuccess',
      sound: { name: 'Morning show.wav', builtIn: false, durationMs: expect.closeTo(6_000, 0) },
    });
    const { sound } = answer;
    expect(sound.file).toMatch(/^upload-[0-9a-f]{40}$/);
    expect(Buffer.from(sound.id, 'base64').toString()).toBe(`Sound:${room.project.id}/${sound.file}`);
    expect(uploaded(answer)).toEqual([sound.file]);
    const played = await fetch(sound.url);
    const bytes = new Uint8Array(await played.arrayBuffer());
    expect([played.status, played.headers.get('content-type'), bytes.length]).toEqual([
      200,
      'audio/mpeg',
      sound.bytes,
    ]);
    const pcm = await decodeAudio(bytes, { kind: 'mp3' });
    expect(Math.abs(integratedLoudness(pcm) + 16)).toBeLessThan(0.5);
    expect(Buffer.from((await readSound(server.app, sound.file))!).equals(bytes)).toBe(true);
    expect([
      await isUsableSound(server.app, room.project.id, sound.file),
      await isUsableSound(server.app, room.project.id + 1, sound.file),
    ]).toEqual([true, false]);
    expect(await actions()).toEqual(['sound added']);
  });

  test('is stored once, for any number of repeated or concurrent uploads', async () => {
    const answers = await Promise.all([send(beep(), 'a.wav'), send(beep(), 'b.wav'), send(beep(), 'c.wav')]);
    answers.push(await send(beep(), 'd.wav'));
    expect(new Set(answers.map(({ sound }) => sound.id)).size).toBe(1);
    expect(new Set(answers.map(({ sound }) => sound.name)).size).toBe(1);
    expect(await server.app.db.prisma.sound.count()).toBe(1);
    expect(await actions()).toEqual(['sound added']);
  });

  test('in another project is a separate sound that uses the same file', async () => {
    const { id } = await server.make.project({ organizationId: room.organization.id });
    const [one, other] = [await send(beep()), await send(beep(), 'beep.wav', token, id)];
    expect(other.sound.file).toBe(one.sound.file);
    expect(other.sound.id).not.toBe(one.sound.id);
  });

  test('whose file is missing in storage is stored again', async () => {
    const { sound } = await send(beep());
    await server.app.storage.delete(`audio/${sound.file}.mp3`);
    expect((await send(beep())).sound).toEqual(sound);
    expect((await fetch(sound.url)).status).toBe(200);
  });

  test('is refused when there are too many', async () => {
    await server.app.db.prisma.sound.createMany({
      data: Array.from({ length: soundsMax }, (_, index) => ({
        projectId: room.project.id,
        name: 'x',
        file: `upload-${index}`,
        durationMs: 1,
        bytes: 1,
      })),
    });
    expect((await send(beep())).fieldErrors).toEqual([
      { field: 'file', message: 'A project can have up to 200 sounds. Delete some that aren’t used.' },
    ]);
    await remove('upload-0');
    expect((await send(beep())).__typename).toBe('UploadSoundSuccess');
  });

  test.each([
    ['8 bits', wav({ bits: 8, sampleRate: 8_000 })],
    ['24 bits', wav({ bits: 24, sampleRate: 48_000 })],
    ['32 bits', wav({ bits: 32 })],
    ['float', wav({ bits: 32, float: true })],
    ['double', wav({ bits: 64, float: true })],
    ['stereo', wav({ channels: 2 })],
    ['six channels', wav({ channels: 6 })],
    ['192 kHz', wav({ sampleRate: 192_000, bits: 24, channels: 2 })],
  ])('as WAV may have %s', async (_, bytes) => {
    expect((await send(bytes)).sound.durationMs).toBeCloseTo(500, -1);
  });

  test('as MP3 may have a variable bit rate, megabytes of tags, and any name', async () => {
    const plain = await mp3();
    const tag = Buffer.alloc(10 * 1024 * 1024 + 10);
    tag.write('ID3\x03', 0, 'latin1');
    for (let i = 0; i < 4; i++) tag[6 + i] = ((tag.length - 10) >> (7 * (3 - i))) & 0x7f;
    for (const bytes of [plain, await mp3({ vbr: true }), Buffer.concat([tag, plain])]) {
      const { sound } = await send(bytes, 'not-a-sound.txt');
      expect(Math.abs(sound.durationMs - 1_000)).toBeLessThan(60);
      // The tags are gone.
      expect(sound.bytes).toBeLessThan(40_000);
    }
  });

  test('that is truncated is used as far as it goes', async () => {
    const [whole, lying] = [wav({ seconds: 1 }), wav({ seconds: 1 })];
    lying.writeUInt32LE(0x7000_0000, 40);
    for (const bytes of [whole.subarray(0, 22_050 + 44), lying.subarray(0, 22_050 + 44)])
      expect((await send(bytes)).sound.durationMs).toBeCloseTo(500, -1);
    const sound = await mp3({ seconds: 2 });
    expect(Math.abs((await send(sound.subarray(0, sound.length / 2))).sound.durationMs - 1_000)).toBeLessThan(
      100,
    );
  });

  const broken = (write: (header: Buffer) => void): Buffer => {
    const bytes = beep();
    write(bytes);
    return bytes;
  };
  test.each([
    ['nothing', Buffer.alloc(0), /is empty/],
    ['a text named .mp3', Buffer.from('This is a text. '.repeat(1_000)), /neither an MP3 nor a WAV file/],
    [
      'random bytes',
      Buffer.from(Uint8Array.from({ length: 500_000 }, (_, i) => (i * 2_654_435_761) >>> 24)),
      /./,
    ],
    ['only a header', beep().subarray(0, 44), /no samples/],
    ['half a header', beep().subarray(0, 30), /WAV file/],
    ['no channels', broken((bytes) => bytes.writeUInt16LE(0, 22)), /0 channels/],
    ['a sample rate of zero', broken((bytes) => bytes.writeUInt32LE(0, 24)), /0 Hz/],
    ['13 bits', broken((bytes) => bytes.writeUInt16LE(13, 34)), /13 bits/],
    ['compressed WAV', broken((bytes) => bytes.writeUInt16LE(85, 20)), /not supported/],
    ['an hour of audio in few bytes', wav({ seconds: 3_600, sampleRate: 4_000, bits: 8 }), /15 minutes/],
    [
      'FLAC',
      Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(100)]),
      /FLAC files are not supported; upload MP3 or WAV/,
    ],
    ['Ogg', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(100)]), /Ogg files are not supported/],
    [
      'MP4',
      Buffer.concat([Buffer.alloc(4), Buffer.from('ftypM4A '), Buffer.alloc(100)]),
      /MP4 files are not supported/,
    ],
  ])('of %s is refused with the reason', async (_, bytes, message) => {
    const answer = await send(bytes, 'music.mp3');
    expect(answer).toEqual({
      __typename: 'ValidationError',
      message: expect.stringMatching(/^[A-Z0-9].*\.$/),
      fieldErrors: [{ field: 'file', message: expect.stringMatching(message) }],
    });
    expect(await server.app.db.prisma.sound.count()).toBe(0);
  });

  test('alternates with uploads of other organizations', async () => {
    const order: string[] = [];
    const normalise = (seconds: number, tenant: string) =>
      normaliseSound(server.app, `turn-${seconds * 10}`, wav({ seconds, sampleRate: 44_100 }), tenant).then(
        () => order.push(tenant),
      );
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => normalise(2 + index / 10, 'many')),
      normalise(1, 'one'),
    ]);
    expect(order.filter((one) => one === 'many')).toHaveLength(10);
    // What is under way ends first. In the order in which they came the other's would be last.
    expect(order.indexOf('one')).toBeLessThanOrEqual(2);
  });

  test('does not block others while it is decoded', async () => {
    const sending = send(wav({ seconds: 20, sampleRate: 44_100, channels: 2 }));
    let slowest = 0;
    let done = false;
    const begun = performance.now();
    void sending.finally(() => (done = true));
    while (!done) {
      const started = performance.now();
      await server.app.db.pool.query('SELECT 1');
      slowest = Math.max(slowest, performance.now() - started);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await sending).__typename).toBe('UploadSoundSuccess');
    // If decoding were in their way, one of them would wait for all of it.
    expect(slowest).toBeLessThan((performance.now() - begun) / 2);
  });
});

describe('deleting a sound', () => {
  test('removes it from the list and keeps its file; another upload restores it', async () => {
    const { sound } = await send(beep(), 'old.wav');
    const answer = await remove(sound.file);
    expect([answer.deletedId, uploaded(answer)]).toEqual([sound.id, []]);
    expect((await fetch(sound.url)).status).toBe(404);
    expect(await isUsableSound(server.app, room.project.id, sound.file)).toBe(false);
    expect((await remove(sound.file)).fieldErrors).toEqual([
      { field: 'file', message: 'This sound doesn’t belong to the project.' },
    ]);
    expect((await send(beep(), 'new.wav')).sound).toMatchObject({
      id: sound.id,
      file: sound.file,
      name: 'new.wav',
    });
    expect(await actions()).toEqual(['sound added', 'sound deleted', 'sound added']);
  });

  test('is refused while a rule or the paywall uses it', async () => {
    const { file } = (await send(beep())).sound;
    await server.app.db.prisma.processingRule.create({
      data: {
        projectId: room.project.id,
        position: 0,
        name: 'Music for sports',
        predicates: [],
        actions: [{ action: 'background music', values: ['other', file] }],
      },
    });
    await run(updateProject, { id: room.project.id, paywall: { suffix: `/download/audio/${file}.mp3` } });
    expect((await remove(file)).fieldErrors).toEqual([
      { field: 'file', message: 'This sound is used: rule "Music for sports", the paywall.' },
    ]);
    await server.app.db.prisma.processingRule.deleteMany();
    expect((await remove(file)).message).toBe('This sound is used: the paywall.');
    await run(updateProject, { id: room.project.id, paywall: { suffix: null } });
    expect((await remove(file)).__typename).toBe('DeleteSoundSuccess');
  });

  test('is refused only while a channel, a playlist, an item or an ad uses it', async () => {
    const { prisma } = server.app.db;
    const { file } = (await send(beep())).sound;
    const { id: projectId } = room.project;
    const channel = await server.make.channel(projectId, { slug: 'morning', settings: { introAudio: file } });
    const playlist = await prisma.playlist.create({ data: { projectId, name: 'Intros', outroFile: file } });
    const places = await prisma.playlist.create({ data: { projectId, name: 'Places' } });
    const own = { playlistId: places.id, position: 0, customTitle: 'Own', customFile: file, customMs: 1 };
    const item = await prisma.playlistItem.create({ data: own });
    await prisma.adUnit.update({ where: { id: room.adUnit.id }, data: { file } });
    const { name } = await prisma.adCampaign.findUniqueOrThrow({ where: { id: room.adUnit.campaignId } });
    const uses = [
      'channel morning',
      'playlist "Intros"',
      'playlist "Places"',
      `ad "ad" of the campaign "${name}"`,
    ];
    const endings = [
      () => prisma.channel.update({ where: { id: channel.id }, data: { settings: {} } }),
      () => prisma.playlist.update({ where: { id: playlist.id }, data: { deletedAt: new Date() } }),
      () => prisma.playlistItem.update({ where: { id: item.id }, data: { customFile: null } }),
      () => prisma.adUnit.delete({ where: { id: room.adUnit.id } }),
    ];
    for (const [index, end] of endings.entries()) {
      expect((await remove(file)).message).toBe(`This sound is used: ${uses.slice(index).join(', ')}.`);
      await end();
    }
    expect((await remove(file)).__typename).toBe('DeleteSoundSuccess');
  });
});

describe('built-in sounds', () => {
  const list = async (): Promise<any[]> =>
    (
      await server.graphql(
        `{ project(id: ${room.project.id}) { sounds { ${soundFields} kind } } }`,
        {},
        token,
      )
    ).data!['project'].sounds;

  test('are listed after the uploaded ones, in every project', async () => {
    const { sound } = await send(beep());
    const [first, ...others] = await list();
    expect(first).toMatchObject({ file: sound.file, kind: null });
    expect(others.length).toBeGreaterThan(9);
    for (const one of others) {
      expect(one).toMatchObject({
        builtIn: true,
        createdAt: null,
        bytes: null,
        file: expect.stringMatching(/^sound-[a-z-]+-\d+$/),
        kind: expect.stringMatching(/^(INTRO|OUTRO|NEXT|LOGO|MUSIC)$/),
      });
      expect(one.durationMs).toBeGreaterThan(500);
    }
    expect(new Set(others.map(({ id }) => id)).size).toBe(others.length);
  });

  test('are generated once, on first use', async () => {
    const { threads } = server.app.speech;
    const run = threads.run;
    let made = 0;
    threads.run = ((name: never, ...rest: never[]) => {
      if (name === 'builtInSound') made++;
      return (run as (...all: unknown[]) => unknown)(name, ...rest);
    }) as never;
    try {
      const [shortest] = (await list()).toSorted((a, b) => a.durationMs - b.durationMs);
      const answers = await Promise.all([1, 2, 3].map(() => fetch(shortest.url)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const bytes = new Uint8Array(await answers[0]!.arrayBuffer());
      const pcm = await decodeAudio(bytes, { kind: 'mp3' });
      expect(Math.abs((pcm.channels[0]!.length / pcm.sampleRate) * 1_000 - shortest.durationMs)).toBeLessThan(
        1,
      );
      expect(Buffer.from((await readSound(server.app, shortest.file))!).equals(bytes)).toBe(true);
      expect(made).toBe(1);
    } finally {
      threads.run = run;
    }
  });

  test('can be used, and not deleted', async () => {
    const [{ file }] = await list();
    expect(await isUsableSound(server.app, room.project.id, file)).toBe(true);
    expect(
      (await run(updateProject, { id: room.project.id, paywall: { suffix: `/download/audio/${file}.mp3` } }))
        .project.paywall.suffix,
    ).toBe(`/download/audio/${file}.mp3`);
    expect((await remove(file)).message).toBe('Built-in sounds cannot be deleted.');
  });

  test.each([
    'sound-none-1',
    'sound-soft-bell-0',
    'sound-soft-bell-9999',
    'sound-constructor-1',
    'sound-soft-bell',
  ])('%s does not exist', async (file) => {
    expect(await isUsableSound(server.app, room.project.id, file)).toBe(false);
    expect(await readSound(server.app, file)).toBeNull();
    expect((await fetch(`${server.url}/download/audio/${file}.mp3`)).status).toBe(404);
  });
});

describe('rights', () => {
  test.each([
    ['editor', 'UploadSoundSuccess'],
    ['maintainer', 'UploadSoundSuccess'],
    ['admin', 'UploadSoundSuccess'],
    ['viewer', 'NotAllowedError'],
    ['outsider', 'NotFoundError'],
  ] as const)('%s', async (who, expected) => {
    const { file } = (await send(beep())).sound;
    const own = await server.signIn(room[who]);
    expect((await send(wav({ frequency: 500 }), 'b.wav', own)).__typename).toBe(expected);
    expect((await remove(file, own)).__typename).toBe(expected.replace('Upload', 'Delete'));
    const { data } = await server.graphql(`{ project(id: ${room.project.id}) { sounds { file } } }`, {}, own);
    if (who === 'outsider') expect(data!['project']).toBeNull();
    else expect(data!['project'].sounds).toBeInstanceOf(Array);
  });

  test('tokens with write access may upload; keys and read-only tokens may not', async () => {
    const { token: writing } = await server.make.partnerToken(room.organization.id);
    const { token: reading } = await server.make.partnerToken(room.organization.id, { readOnly: true });
    const { apiKey } = await server.make.apiKey(room.project.id);
    expect((await send(beep(), 'a.wav', writing)).__typename).toBe('UploadSoundSuccess');
    for (const own of [reading, apiKey])
      expect((await send(beep(), 'a.wav', own)).__typename).toBe('NotAllowedError');
  });

  test('read-only tokens cannot cause costs through previews', async () => {
    const preview =
      'mutation ($input: PreviewVoiceInput!) { previewVoice(input: $input) { __typename ... on Error { message } } }';
    const { token: writing } = await server.make.partnerToken(room.organization.id);
    const { token: reading } = await server.make.partnerToken(room.organization.id, { readOnly: true });
    const { apiKey } = await server.make.apiKey(room.project.id);
    const { apiKey: readingKey } = await server.make.apiKey(room.project.id, 'api_readonly');
    const types = await Promise.all(
      [writing, apiKey, reading, readingKey].map(
        async (own) => (await run(preview, { voice: 'offline:en-US-Otto', text: 'Hello.' }, own)).__typename,
      ),
    );
    expect(types).toEqual([
      'PreviewVoiceSuccess',
      'PreviewVoiceSuccess',
      'NotAllowedError',
      'NotAllowedError',
    ]);
  });
});
