import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installVoice } from '../../server/speech/local/install-voice.ts';
import { readVoiceIndex, type IndexedVoice } from '../../server/speech/local/voice-index.ts';
import { VoicesDirectory } from '../../server/speech/local/voices-directory.ts';
import { writePiperVoice } from './models/voice-models.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-install-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

/** A voice's files, and an index of it as Piper writes it. */
async function published() {
  const source = await temporary();
  await writePiperVoice(source, 'en_US-tone-medium');
  await writeFile(join(source, 'MODEL_CARD'), '* License: CC BY 4.0\n');
  const files = new Map<string, Buffer>();
  for (const name of await readdir(source)) files.set(name, await readFile(join(source, name)));
  const entry = {
    language: { code: 'en_US' },
    files: Object.fromEntries(
      [...files].map(([name, bytes]) => [
        `en/en_US/tone/medium/${name}`,
        { size_bytes: bytes.length, md5_digest: md5(bytes) },
      ]),
    ),
  };
  return { files, entry };
}

type Published = Awaited<ReturnType<typeof published>>;

/** Serves the index and files, with ranges. */
const server =
  ({ files, entry }: Published, ranges: string[] = []): Handler =>
  ({ url = '', headers }, response) => {
    if (url.endsWith('voices.json')) return response.end(JSON.stringify({ 'en_US-tone-medium': entry }));
    const bytes = files.get(url.split('/').at(-1)!);
    if (!bytes) return response.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (headers.range) ranges.push(headers.range);
    return response.writeHead(from > 0 ? 206 : 200).end(bytes.subarray(from));
  };

async function onlyVoice(url: string): Promise<IndexedVoice> {
  const [voice] = await readVoiceIndex(`${url}/voices.json`);
  return voice!;
}

test('a voice is installed after its license is shown, and found in the folder', async () => {
  const url = await serve(server(await published()));
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
  const source = await published();
  const ranges: string[] = [];
  const whole = server(source, ranges);
  let breaks = true;
  const url = await serve((request, response) => {
    if (!breaks || !request.url!.endsWith('.onnx')) return whole(request, response);
    const bytes = source.files.get('en_US-tone-medium.onnx')!;
    return response.end(bytes.subarray(0, 500));
  });
  const folder = await temporary();
  const voice = await onlyVoice(url);
  await expect(installVoice(voice, { folder })).rejects.toThrow('Run the command again to continue');
  expect(await readdir(folder)).toEqual(['.download-en_US-tone-medium']);
  breaks = false;
  await installVoice(voice, { folder });
  expect(ranges).toEqual(['bytes=500-']);
  const installed = await readFile(join(folder, voice.name, 'en_US-tone-medium.onnx'));
  expect(installed.equals(source.files.get('en_US-tone-medium.onnx')!)).toBe(true);
});

test('a file with a wrong checksum is deleted, and nothing installed', async () => {
  const source = await published();
  const model = source.files.get('en_US-tone-medium.onnx')!;
  source.files.set('en_US-tone-medium.onnx', Buffer.from(model).fill(7, 100, 200));
  const url = await serve(server(source));
  const folder = await temporary();
  await expect(installVoice(await onlyVoice(url), { folder })).rejects.toThrow('checksum');
  expect(await readdir(folder)).toEqual(['.download-en_US-tone-medium']);
  expect(await readdir(join(folder, '.download-en_US-tone-medium'))).not.toContain(
    'en_US-tone-medium.onnx.part',
  );
});

test('a download that is longer than announced is stopped', async () => {
  const source = await published();
  const whole = server(source);
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
  expect((await readVoiceIndex(`${url}/voices.json`)).map(({ name }) => name)).toEqual(['good']);
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
