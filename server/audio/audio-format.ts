import { z } from 'zod';

/** How a sound's bytes are to be read. Raw PCM has no header, so it carries its rate and channels. */
export type AudioFormat =
  { kind: 'mp3' } | { kind: 'wav' } | { kind: 's16le'; sampleRate: number; channels: number };

/** What the column `masterFormat` of a segment holds. */
export const audioFormat: z.ZodType<AudioFormat> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mp3') }),
  z.object({ kind: z.literal('wav') }),
  z.object({ kind: z.literal('s16le'), sampleRate: z.number(), channels: z.number() }),
]);
