import { access, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installVoice } from '../../server/speech/local/install-voice.ts';
import { readVoiceIndex, type IndexedVoice } from '../../server/speech/local/voice-index.ts';
import { VoicesDirectory } from '../../server/speech/local/voices-directory.ts';
import { writePiperVoice } from './models/voice-models.ts';
import { VoiceInstaller } from '../../server/speech/local/voice-installer.ts';
import {
  publishedName,
  publisherOf,
  publishVoice,
  serveLocally,
  type Handler,
} from './servers/voice-publisher.ts';

async function serve(handler: Handler): Promise<string> {
  const { url, close } = await serveLocally(handler);
  onTestFinished(close);
  return url;
}

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-install-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function onlyVoice(url: string): Promise<IndexedVoice> {
  const {
    voices: [voice],
  } = await readVoiceIndex(`${url}/voices.json`);
  return voice!;
}

test('a voice is installed after its license is shown, and found in the folder', async () => {
  const url = await serve(publisherOf(await publishVoice()));
  const folder = await temporary();
  const events: unknown[] = [];
  const voice = await onlyVoice(url);
  await installVoice(voice, {
    folder,
    onLicense: (license) => events.push(license),
    onProgress: (done, total) => events.push(done === total),
  });
  expect(events).toContain('CC BY 4.0');
  expect(events.indexOf('CC BY 4.0')).toBeLessThan(events.indexOf(true));
  const directory = new VoicesDirectory(folder);
  await directory.scan();
  expect(directory.installed).toMatchObject({
    models: [{ id: 'en_US-tone-medium', license: { name: 'CC BY 4.0', limits: ['attribution'] } }],
    problems: [],
  });
  await expect(installVoice(voice, { folder })).rejects.toThrow('installed already');
});

test('an interrupted installation is resumed', async () => {
  const source = await publishVoice();
  const ranges: string[] = [];
  const whole = publisherOf(source, ranges);
  let breaks = true;
  const url = await serve((request, response) => {
    if (!breaks || !request.url!.endsWith('.onnx')) return whole(request, response);
    const bytes = source.files.get('en_US-tone-medium.onnx')!;
    return response.end(bytes.subarray(0, 500));
  });
  const folder = await temporary();
  const voice = await onlyVoice(url);
  await expect(installVoice(voice, { folder })).rejects.toThrow('Try again to continue');
  expect(await readdir(folder)).toEqual(['.download-en_US-tone-medium']);
  breaks = false;
  await installVoice(voice, { folder });
  expect(ranges).toEqual(['bytes=500-']);
  const installed = await readFile(join(folder, voice.name, 'en_US-tone-medium.onnx'));
  expect(installed.equals(source.files.get('en_US-tone-medium.onnx')!)).toBe(true);
});

test('a file with a wrong checksum is deleted, and nothing installed', async () => {
  const source = await publishVoice();
  const model = source.files.get('en_US-tone-medium.onnx')!;
  source.files.set('en_US-tone-medium.onnx', Buffer.from(model).fill(7, 100, 200));
  const url = await serve(publisherOf(source));
  const folder = await temporary();
  await expect(installVoice(await onlyVoice(url), { folder })).rejects.toThrow('checksum');
  expect(await readdir(folder)).toEqual(['.download-en_US-tone-medium']);
  expect(await readdir(join(folder, '.download-en_US-tone-medium'))).not.toContain(
    'en_US-tone-medium.onnx.part',
  );
});

test('a download that is longer than announced is stopped', async () => {
  const source = await publishVoice();
  const whole = publisherOf(source);
  const url = await serve((request, response) => {
    if (!request.url!.endsWith('.onnx')) return whole(request, response);
    const piece = Buffer.alloc(64 * 1024);
    const send = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.writeHead(200);
    response.on('drain', send);
    return send();
  });
  const folder = await temporary();
  await expect(installVoice(await onlyVoice(url), { folder })).rejects.toThrow('longer than the index says');
});

const file = { size_bytes: 10, md5_digest: 'a'.repeat(32) };

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** A publisher that sends the model's first bytes, and the rest when told. */
async function slowPublisher() {
  const source = await publishVoice();
  const whole = publisherOf(source);
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const url = await serve((request, response) => {
    if (!request.url!.endsWith('.onnx')) return whole(request, response);
    const bytes = source.files.get(`${publishedName}.onnx`)!;
    response.write(bytes.subarray(0, 400), () => begin());
    return void released.then(() => response.end(bytes.subarray(400)));
  });
  return { index: `${url}/voices.json`, begun, release };
}

function installerIn(folder: string, index: string): VoiceInstaller {
  const installer = new VoiceInstaller({ directory: new VoicesDirectory(folder), index });
  onTestFinished(() => installer.close());
  return installer;
}

test('an installation is visible to other processes, which can cancel it', async () => {
  const { index, begun } = await slowPublisher();
  const folder = await temporary();
  const [one, other] = [installerIn(folder, index), installerIn(folder, index)];
  await one.start(publishedName);
  await begun;
  await expect.poll(() => other.list()).toMatchObject([{ name: publishedName, failure: null }]);
  await expect(other.start(publishedName)).rejects.toMatchObject({ told: { code: 'VOICE_BEING_INSTALLED' } });
  await other.cancel(publishedName);
  await expect.poll(() => one.list()).toEqual([]);
  await expect.poll(() => exists(join(folder, `.download-${publishedName}`))).toBe(false);
  expect(await exists(join(folder, publishedName))).toBe(false);
});

test('an installation that a restart ends is continued', async () => {
  const { index, begun, release } = await slowPublisher();
  const folder = await temporary();
  const before = installerIn(folder, index);
  await before.start(publishedName);
  await begun;
  await before.close();
  const after = installerIn(folder, index);
  expect(await after.list()).toMatchObject([{ failure: { code: 'VOICE_INSTALL_INTERRUPTED' } }]);
  release();
  await after.install(publishedName);
  expect(await after.list()).toEqual([]);
  await expect(after.start(publishedName)).rejects.toMatchObject({
    told: { code: 'VOICE_INSTALLED_ALREADY' },
  });
});

test('names that are paths cancel and remove nothing', async () => {
  const folder = await temporary();
  await mkdir(join(folder, 'voices'));
  await mkdir(join(folder, '.download-x'));
  const installer = installerIn(join(folder, 'voices'), 'http://127.0.0.1:1/voices.json');
  await installer.cancel('x/../../../.download-x');
  for (const name of ['..', '../voices', '.installations'])
    await expect(installer.remove(name)).rejects.toMatchObject({ told: { code: 'VOICE_NOT_INSTALLED' } });
  expect((await readdir(folder)).sort()).toEqual(['.download-x', 'voices']);
});

test('one of two voices in a folder is removed without the other', async () => {
  const folder = await temporary();
  await writePiperVoice(join(folder, 'both'), 'one');
  await writePiperVoice(join(folder, 'both'), 'two');
  await writePiperVoice(folder, 'loose');
  const directory = new VoicesDirectory(folder);
  await directory.scan();
  const installer = new VoiceInstaller({ directory, index: '' });
  const ids = () => directory.installed.models.map(({ id }) => id).sort();
  expect(ids()).toEqual(['loose', 'one', 'two']);
  await installer.remove('one');
  // The other one has its folder's name now.
  expect(ids()).toEqual(['both', 'loose']);
  await installer.remove('loose');
  await installer.remove('both');
  expect(ids()).toEqual([]);
  expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual([]);
});

test.each([
  ['a path outside the folder', { v: { files: { '../../etc/x.onnx': file } } }],
  ['an absolute path', { v: { files: { '/etc/x.onnx': file } } }],
  ['another host', { v: { files: { 'https://evil.example/x.onnx': file } } }],
  ['a hidden file', { v: { files: { '.bashrc': file, 'x.onnx': file } } }],
  ['a name that is a path', { '../v': { files: { 'x.onnx': file } } }],
  ['10 GB', { v: { files: { 'x.onnx': { ...file, size_bytes: 10 ** 10 } } } }],
  ['a file without a checksum', { v: { files: { 'x.onnx': { size_bytes: 10 } } } }],
  ['two files with one name', { v: { files: { 'a/x.onnx': file, 'b/x.onnx': file } } }],
  ['no model', { v: { files: { 'x.txt': file } } }],
  ['something else', { v: 7 }],
])('a voice is omitted from an index with %s', async (_, content) => {
  const url = await serve((__, response) =>
    response.end(JSON.stringify({ ...content, good: { files: { 'g.onnx': file } } })),
  );
  const { voices, tooLarge } = await readVoiceIndex(`${url}/voices.json`);
  expect(voices.map(({ name }) => name)).toEqual(['good']);
  expect(tooLarge).toEqual(_ === '10 GB' ? ['v'] : []);
});

test('an index that is invalid, too long or unreachable is reported', async () => {
  const html = await serve((_, response) => response.end('<html>'));
  await expect(readVoiceIndex(`${html}/voices.json`)).rejects.toThrow('is not an index of voices');
  const endless = await serve((_, response) => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    const send = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', send);
    send();
  });
  await expect(readVoiceIndex(`${endless}/voices.json`)).rejects.toThrow('too long');
  await expect(readVoiceIndex('http://127.0.0.1:1/voices.json')).rejects.toThrow('cannot be read');
  await expect(readVoiceIndex('/no/such/index.json')).rejects.toThrow('cannot be read');
});
