import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { debianPrograms } from '../../scripts/debian-program.ts';
import { compareSpeech } from '../../server/areas/review/review/speech-check/compare-speech.ts';
import { assembleMp3 } from '../../server/audio/assemble-mp3.ts';
import { decodeAudio } from '../../server/audio/decode.ts';
import { STANDARD_PROFILE } from '../../server/audio/bitrates.ts';
import { resample } from '../../server/audio/resample.ts';
import { int16Interleaved, wavHeader } from '../../server/audio/wav.ts';
import { openRecogniser } from '../../server/speech/recognition.ts';
import { createSpeechThreads } from '../../server/speech/threads.ts';
import { isFull } from '../support/full.ts';
import { startRecognition } from './servers/recognition.ts';

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
const sampleRate = 16_000;

/**
 * PocketSphinx recognizes which of a few sentences was spoken, and no more: enough to tell whether the voice
 * spoke the text or something else.
 */
test.skipIf(!isFull)(
  `a real speech recognizer distinguishes a matching sentence from another one${isFull ? '' : ' (skipped: test:full)'}`,
  async () => {
    const [program] = debianPrograms([
      {
        title: 'PocketSphinx',
        variable: 'POCKETSPHINX',
        paths: ['/usr/bin/pocketsphinx_continuous'],
        packages: ['pocketsphinx', 'pocketsphinx-en-us'],
      },
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'parlance-heard-'));
    const grammar = join(folder, 'sentences.gram');
    await writeFile(
      grammar,
      `#JSGF V1.0;\ngrammar sentences;\npublic <sentence> = ${sentences.join(' | ')};\n`,
    );
    const server = await startRecognition(async ({ audio }) => {
      const samples = resample(await decodeAudio(audio, { kind: 'mp3' }), sampleRate).channels[0]!;
      const silence = new Uint8Array(sampleRate);
      const sound = join(folder, 'sound.wav');
      const header = wavHeader(sampleRate, 1, samples.length + sampleRate);
      await writeFile(sound, Buffer.concat([header, silence, int16Interleaved([samples]), silence]));
      const options = ['-infile', sound, '-jsgf', grammar, '-logfn', '/dev/null'];
      return execFileSync(program!, options, { encoding: 'utf8' }).trim();
    });
    const threads = createSpeechThreads(1);
    onTestFinished(async () => {
      await threads.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    });
    const recogniser = openRecogniser({ RECOGNITION_URL: `${server.url}/v1` })!;
    const heard = async (said: string): Promise<string> => {
      const request = { voice: 'en-US-Otto', language: 'en-US', settings: {}, text: `${said}.` };
      const segment = await threads.run('speak', { request, profile: STANDARD_PROFILE });
      const { bytes } = await assembleMp3([{ segment, pauseMs: 0 }], STANDARD_PROFILE, { title: said });
      const sound = { audio: new Uint8Array(bytes), language: 'en-US', hints: [], tenant: 'x' };
      return recogniser.recognise(sound, new AbortController().signal);
    };
    let [right, wrong] = [0, 0];
    for (const [index, written] of sentences.entries()) {
      const got = await heard(written);
      if (compareSpeech(written, got, 'en').length === 0) right += 1;
      const other = sentences[(index + 1) % sentences.length]!;
      if (compareSpeech(other, got, 'en').some(({ distance }) => distance >= 0.5)) wrong += 1;
    }
    console.log(
      `said as written: ${right} of ${sentences.length}; something else: ${wrong} of ${sentences.length}`,
    );
    expect(right).toBeGreaterThanOrEqual(9);
    expect(wrong).toBe(sentences.length);
  },
  120_000,
);
