import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { publishedName, publisherOf, publishVoice, serveLocally } from '../speech/servers/voice-publisher.ts';
import { useServer } from '../support/server.ts';
import { attempt } from './mutate.ts';

const source = await publishVoice('CC BY-NC 4.0');
const file = { size_bytes: 10 ** 10, md5_digest: 'a'.repeat(32) };
const answer = publisherOf(source, [], { 'en_US-huge-high': { files: { 'huge.onnx': file } } });
let isReachable = true;
const publisher = await serveLocally((request, response) =>
  isReachable ? answer(request, response) : response.destroy(),
);
afterAll(() => publisher.close());
const server = useServer({ env: { VOICES_INDEX: `${publisher.url}/voices.json` } });
let token: string;
let other: string;
beforeEach(async () => {
  const room = await server.make.newsroom();
  [token, other] = [await server.signIn(room.admin), await server.signIn(room.editor)];
});

const selection = `installedVoices {
  folder voices { name license nonCommercial projects } installations { name done size failureNotice { code } }
}`;
const call = (field: string, name = publishedName, own = token) =>
  attempt(server, field, { name }, { token: own, selection });
const read = async (query: string, own = token) => (await server.graphql(`{ ${query} }`, {}, own)).data!;
const installed = async () => (await read(selection))['installedVoices'];

test('an unreachable index is a problem, not an error', async () => {
  isReachable = false;
  const { voiceIndex } = await read('voiceIndex { voices { name } problemNotice { code } }');
  expect(voiceIndex).toEqual({ voices: [], problemNotice: { code: 'VOICE_INDEX_UNREADABLE' } });
  isReachable = true;
  const after = await read('voiceIndex { problemNotice { code } }');
  expect(after['voiceIndex'].problemNotice).toBeNull();
});

test('administrators install a voice, use it at once, and remove it', async () => {
  expect((await read('lacksNaturalVoices'))['lacksNaturalVoices']).toBe(true);
  expect((await read('lacksNaturalVoices', other))['lacksNaturalVoices']).toBe(false);
  const { voiceIndex, indexedVoiceLicense } = await read(
    `voiceIndex(language: "en") { problem languages tooLarge voices { name label language license } }
     indexedVoiceLicense(name: "${publishedName}") { name nonCommercial attribution }`,
  );
  expect(voiceIndex).toEqual({
    problem: null,
    languages: ['en-US'],
    tooLarge: ['en_US-huge-high'],
    voices: [{ name: publishedName, label: 'Tone (medium)', language: 'en-US', license: null }],
  });
  expect(indexedVoiceLicense).toEqual({ name: 'CC BY-NC 4.0', nonCommercial: true, attribution: true });

  expect(await call('installVoice')).toMatchObject({ __typename: 'InstallVoiceSuccess' });
  await expect
    .poll(async () => (await installed()).voices)
    .toEqual([{ name: publishedName, license: 'CC BY-NC 4.0', nonCommercial: true, projects: 0 }]);
  await expect.poll(async () => (await installed()).installations).toEqual([]);
  const offered = await read(
    'voices(provider: "local", first: 5) { edges { node { name license { name nonCommercial } } } }',
    other,
  );
  expect(offered['voices'].edges).toEqual([
    { node: { name: `local:${publishedName}`, license: { name: 'CC BY-NC 4.0', nonCommercial: true } } },
  ]);
  expect((await read('lacksNaturalVoices'))['lacksNaturalVoices']).toBe(false);

  await server.app.db.prisma.project.updateMany({
    data: { voiceProvider: 'local', voiceName: publishedName },
  });
  expect((await installed()).voices[0].projects).toBeGreaterThan(0);
  const removed = await call('removeVoice');
  expect(removed.installedVoices.voices).toEqual([]);
  const left = await read('voices(provider: "local", first: 5) { edges { node { name } } }');
  expect(left['voices'].edges).toEqual([]);
  const { administrationLog } = await read('administrationLog(first: 2) { edges { node { code voice } } }');
  expect(administrationLog.edges.map(({ node }: { node: object }) => node)).toEqual([
    { code: 'VOICE_REMOVED', voice: publishedName },
    { code: 'VOICE_INSTALLED', voice: publishedName },
  ]);
});

test('a wrong checksum is reported, and can be dismissed', async () => {
  const model = source.files.get(`${publishedName}.onnx`)!;
  source.files.set(`${publishedName}.onnx`, Buffer.from(model).fill(7, 100, 200));
  await call('installVoice');
  await expect
    .poll(async () => (await installed()).installations)
    .toMatchObject([{ name: publishedName, failureNotice: { code: 'VOICE_CHECKSUM_WRONG' } }]);
  source.files.set(`${publishedName}.onnx`, model);
  const { installedVoices } = await call('cancelVoiceInstallation');
  expect(installedVoices).toMatchObject({ voices: [], installations: [] });
  await expect(access(join(installedVoices.folder, `.download-${publishedName}`))).rejects.toThrow('ENOENT');
});

test('what cannot be installed or removed is refused with the reason', async () => {
  const refused = (code: string) => ({
    __typename: 'ValidationError',
    fieldErrors: [{ field: 'name', code }],
  });
  expect(await call('installVoice', 'en_US-huge-high')).toEqual(refused('VOICE_TOO_LARGE'));
  expect(await call('installVoice', '../../etc')).toEqual(refused('VOICE_NOT_INDEXED'));
  expect(await call('removeVoice', '..')).toEqual(refused('VOICE_NOT_INSTALLED'));
  for (const field of ['installVoice', 'cancelVoiceInstallation', 'removeVoice'])
    expect(await call(field, publishedName, other)).toMatchObject({ __typename: 'NotAllowedError' });
  const { folder } = await installed();
  await writeFile(join(folder, publishedName), '').catch(() => {});
  expect(await call('installVoice')).toEqual(refused('VOICE_INSTALLED_ALREADY'));
});
