import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeAudio } from '../../server/audio/decode.ts';
import { JoinedMp3File, readJoinable } from '../../server/audio/join-mp3.ts';
import { Mp3Encoder } from '../../server/audio/mp3-encoder.ts';
import { STANDARD_PROFILE } from '../../server/audio/bitrates.ts';
import { createSpeechThreads } from '../../server/speech/threads.ts';
import { articleText, voiceArticle } from './audio-article.ts';
import { measured, median, unmeasured, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { cpuOf, noProc } from './process-tree.ts';

const measure: Measure = {
  name: 'CPU of joining 20 articles of 5 minutes, against decoding and encoding them',
  unit: 'times',
  bar: 0.1,
  better: 'lower',
  plausible: [0.001, 50],
};

/** What joining costs beside making the same file of decoded sound. */
export const part = definePart({
  minutes: 0.6,
  full: {
    articles: 20,
    /** Each is joined several times. */
    different: 4,
    /** Spoken in five minutes. */
    characters: 5_200,
    rounds: 3,
  },
  tiny: { articles: 8, different: 1, characters: 1_000, rounds: 1 },
  async measure({ articles, different, characters, rounds }) {
    if (noProc) return [unmeasured(measure, noProc)];
    const folder = mkdtempSync(join(tmpdir(), 'parlance-joining-'));
    const threads = createSpeechThreads(2);
    try {
      const paths: string[] = [];
      for (let index = 0; index < different; index++) {
        paths.push(join(folder, `${index}.mp3`));
        writeFileSync(
          paths[index]!,
          await voiceArticle(threads, `Article ${index}. ${articleText(characters)}`),
        );
      }
      await threads.close();
      const parts = Array.from({ length: articles }, (_, index) => paths[index % different]!);
      let minutes = 0;
      const joining = () => {
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
      };
      const encoder = await Mp3Encoder.load();
      const encoding = async () => {
        for (const path of paths) {
          const pcm = await decodeAudio(readFileSync(path), { kind: 'mp3' });
          encoder.encode(STANDARD_PROFILE, pcm.channels);
        }
      };
      joining();
      await encoding();
      const [joined, encoded]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        encoded.push(((await cpuOf(encoding)) * articles) / different);
        joined.push(await cpuOf(joining));
      }
      return [
        measured(
          measure,
          joined.map((seconds, round) => seconds / encoded[round]!),
          `${median(joined).toFixed(2)} s against ${median(encoded).toFixed(2)} s (${different} of them, times ${articles / different}), ${Math.round(minutes)} minutes`,
        ),
      ];
    } finally {
      await threads.close();
      rmSync(folder, { recursive: true });
    }
  },
});
