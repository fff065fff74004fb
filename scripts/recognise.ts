/**
 * Run by hand: does a machine understand the offline voices? PocketSphinx (Debian: pocketsphinx
 * pocketsphinx-en-us) hears ten English sentences of a closed set and has to tell which it was; played
 * backwards it must not know any of them.
 *   node scripts/recognise.ts [voice]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleMp3 } from '../server/audio/assemble-mp3.ts';
import { decodeAudio } from '../server/audio/decode.ts';
import { STANDARD_PROFILE } from '../server/audio/bitrates.ts';
import { resample } from '../server/audio/resample.ts';
import { int16Interleaved, wavHeader } from '../server/audio/wav.ts';
import { createSpeechThreads } from '../server/speech/threads.ts';

const sentences = [
  'the council approved the budget on thursday',
  'nobody expected the storm to turn north',
  'prices rose by three percent in october',
  'engineers will inspect the bridge next week',
  'the museum will stay closed until spring',
  'we are ready the coach told reporters',
  'a second study found no such effect',
  'the orchestra simply kept on playing',
  'doctors asked the minister for more money',
  'farmers hope for rain before the harvest',
];

const voice = process.argv[2] ?? 'en-US-Otto';
const folder = mkdtempSync(join(tmpdir(), 'parlance-recognise-'));
const threads = createSpeechThreads(1);

/** Returns the sentence recognized in the samples (16 kHz), or an empty string. */
function hear(samples: Float32Array): string {
  const silence = new Uint8Array(16_000);
  const sound = int16Interleaved([samples]);
  const file = join(folder, 'sound.wav');
  writeFileSync(
    file,
    Buffer.concat([wavHeader(16_000, 1, samples.length + 16_000), silence, sound, silence]),
  );
  const options = ['-infile', file, '-jsgf', join(folder, 'sentences.gram'), '-logfn', '/dev/null'];
  return execFileSync('pocketsphinx_continuous', options, { encoding: 'utf8' }).trim();
}

try {
  writeFileSync(
    join(folder, 'sentences.gram'),
    `#JSGF V1.0;\ngrammar sentences;\npublic <sentence> = ${sentences.join(' | ')};\n`,
  );
  let [forwards, backwards] = [0, 0];
  for (const text of sentences) {
    const segment = await threads.run('speak', {
      request: { voice, language: 'en-US', settings: {}, text: `${text}.` },
      profile: STANDARD_PROFILE,
    });
    const file = await assembleMp3([{ segment, pauseMs: 0 }], STANDARD_PROFILE, { title: text });
    const samples = resample(await decodeAudio(file.bytes, { kind: 'mp3' }), 16_000).channels[0]!;
    const [heard, reversed] = [hear(samples), hear(samples.slice().reverse())];
    if (heard === text) forwards++;
    if (reversed === text) backwards++;
    console.log(
      `${heard === text ? 'yes' : 'NO '}  ${text}  →  ${heard || '–'}  |  backwards: ${reversed || '–'}`,
    );
  }
  console.log(
    `\n${voice}: ${forwards} of ${sentences.length} recognised (at least 9 wanted), backwards ${backwards} (0 wanted)`,
  );
  process.exitCode = forwards >= 9 && backwards === 0 ? 0 : 1;
} finally {
  await threads.close();
  rmSync(folder, { recursive: true });
}
