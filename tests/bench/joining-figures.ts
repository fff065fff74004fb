import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeAudio } from '../../server/audio/decode.ts';
import { JoinedMp3File, readJoinable } from '../../server/audio/join-mp3.ts';
import { Mp3Encoder } from '../../server/audio/mp3-encoder.ts';
import { STANDARD_PROFILE } from '../../server/audio/profile.ts';
import { createSpeechThreads } from '../../server/speech/threads.ts';
import { articleText, voiceArticle } from './audio-article.ts';
import { median, type Figure } from './figure.ts';

const articles = 20;
/** Different ones; each is joined several times. */
const different = 4;
/** Characters that are spoken in five minutes. */
const characters = 5_200;

/** CPU milliseconds of this process, its threads included. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** What joining costs beside making the same file of decoded sound. */
export async function figures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-joining-'));
  const threads = createSpeechThreads(2);
  // Threads that have nothing to do, or are ending, keep no process alive.
  const awake = setInterval(() => {}, 1_000);
  try {
    const paths: string[] = [];
    for (let index = 0; index < different; index++) {
      paths.push(join(folder, `${index}.mp3`));
      writeFileSync(
        paths[index]!,
        await voiceArticle(threads, `Article ${index}. ${articleText(characters)}`),
      );
    }
    const parts = Array.from({ length: articles }, (_, index) => paths[index % different]!);
    let minutes = 0;
    const joining = () => {
      const before = cpuMs();
      const titles = parts.map((_, index) => `Article ${index}`);
      const file = new JoinedMp3File({
        path: join(folder, 'joined.mp3'),
        profile: STANDARD_PROFILE,
        tags: { title: 'Joined' },
        chapters: titles,
      });
      for (const [index, path] of parts.entries())
        file.add(readJoinable(readFileSync(path))!, 1_000, titles[index]);
      minutes = file.finish().durationMs / 60_000;
      file.close();
      return cpuMs() - before;
    };
    const encoder = await Mp3Encoder.load();
    const encoding = async (path: string) => {
      const before = cpuMs();
      const pcm = await decodeAudio(readFileSync(path), { kind: 'mp3' });
      encoder.encode(STANDARD_PROFILE, pcm.channels);
      return cpuMs() - before;
    };
    joining();
    await encoding(paths[0]!);
    const [joined, encoded]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round++) {
      let sum = 0;
      for (const path of paths) sum += await encoding(path);
      encoded.push((sum * articles) / different);
      joined.push(joining());
    }
    return [
      {
        name: 'CPU of joining 20 articles of 5 minutes, against decoding and encoding them',
        value: median(joined.map((ms, index) => ms / encoded[index]!)),
        unit: 'times',
        bar: 0.1,
        want: 'at most',
        note: `${Math.round(median(joined))} ms against ${Math.round(median(encoded))} ms (${different} of them, times ${articles / different}), ${Math.round(minutes)} minutes`,
      },
    ];
  } finally {
    await threads.close();
    clearInterval(awake);
    rmSync(folder, { recursive: true });
  }
}
