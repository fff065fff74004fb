import { studioWords } from '../../../generated/words/studio.ts';
import { currentWords } from '../../../words/word-catalogue.ts';

const kilobyte = 1_000;
const megabyte = 1_000_000;

/** The size of a file for people, in the units that their systems show: "345 kB", "1.4 MB". */
export function fileSize(bytes: number): string {
  const { download: w } = currentWords(studioWords);
  return bytes < megabyte
    ? w.kilobytes({ count: Math.max(1, Math.round(bytes / kilobyte)) })
    : w.megabytes({ count: bytes / megabyte });
}
