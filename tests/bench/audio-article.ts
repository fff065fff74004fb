import { assembleMp3 } from '../../server/audio/assemble-mp3.ts';
import { STANDARD_PROFILE } from '../../server/audio/bitrates.ts';
import { sentenceRanges } from '../../server/text/sentences.ts';
import type { SpeechThreads } from '../../server/speech/threads.ts';

const SENTENCES = [
  'The council approved the new budget on Thursday after a long debate about schools and roads.',
  'Nobody expected the storm to turn north so quickly, said Maria Keller, who runs the harbour office.',
  'Prices rose by 3.4 percent in October, the statistics office reported.',
  'Engineers will inspect the bridge next week, and commuters should plan for delays of up to forty minutes.',
  'The museum, which opened in 1912, will stay closed until the roof is repaired.',
  'A second study, published in the same journal, found no such effect among older patients.',
  'When the lights went out, the orchestra simply kept on playing.',
];

/**
 * News-like English of exactly so many characters: the sentences in a fixed, irregular order, six to a
 * paragraph.
 */
export function articleText(characters: number): string {
  let text = '';
  for (let i = 0, pick = 0; text.length < characters; i++, pick = (pick * 5 + i + 1) % SENTENCES.length) {
    text += SENTENCES[pick]! + (i % 6 === 5 ? '\n\n' : ' ');
  }
  return text.slice(0, characters);
}

/**
 * Text to a finished MP3 as the pipeline does it, without its database: sentence by sentence in the threads,
 * then joined.
 */
export async function voiceArticle(threads: SpeechThreads, text: string): Promise<Uint8Array> {
  const sentences = text
    .split('\n\n')
    .flatMap((paragraph) =>
      sentenceRanges(paragraph, 'en').map(({ start, end }) => paragraph.slice(start, end)),
    );
  const segments = await Promise.all(
    sentences.map((sentence) =>
      threads.run('speak', {
        request: { voice: 'en-US-Otto', language: 'en-US', settings: {}, text: sentence },
        profile: STANDARD_PROFILE,
      }),
    ),
  );
  const { bytes } = await assembleMp3(
    segments.map((segment) => ({ segment, pauseMs: 250 })),
    STANDARD_PROFILE,
    { title: 'Benchmark' },
  );
  return bytes;
}
