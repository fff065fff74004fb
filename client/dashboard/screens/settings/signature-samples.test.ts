import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { signatureSamples } from './signature-samples.ts';

const folder = await mkdtemp(join(tmpdir(), 'samples-'));
afterAll(() => rm(folder, { recursive: true }));
const address = 'https://audio.example/download/audio/abc.mp3';
const key = '0123456789abcdef0123456789abcdef';

/**
 * JavaScript runs wherever these tests do; of the others, those whose interpreter is there (Go takes too long
 * to compile here).
 */
const runnable = signatureSamples.filter(
  ({ language, command }) =>
    language === 'JavaScript' ||
    (language !== 'Go' && spawnSync(command.split(' ')[0]!, ['--version']).error === undefined),
);

test.each(runnable.map((sample) => [sample.language, sample] as const))(
  'the sample in %s signs a URL',
  async (_, sample) => {
    await writeFile(join(folder, sample.file), sample.code);
    const [program, ...args] = sample.command.split(' ');
    const began = Math.floor(Date.now() / 1000);
    const { stdout } = await promisify(execFile)(program!, [...args, address], {
      cwd: folder,
      env: { ...process.env, PARLANCE_SECURITY_KEY: key },
    });
    const signed = new URL(stdout.trim());
    const timestamp = signed.searchParams.get('timestamp')!;
    expect(`${signed.origin}${signed.pathname}`).toBe(address);
    expect(Number(timestamp)).toBeGreaterThanOrEqual(began);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000);
    expect(signed.searchParams.get('signature')).toBe(
      createHash('md5')
        .update(timestamp + key)
        .digest('hex'),
    );
  },
);

test('there is a sample for each language of the instructions', () => {
  expect(signatureSamples.map(({ language }) => language)).toEqual(['PHP', 'Python', 'JavaScript', 'Go']);
});
