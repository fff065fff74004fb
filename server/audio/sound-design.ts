import { z } from 'zod';
import type { AssemblyChapter } from './assemble-mp3.ts';
import { STANDARD_PROFILE, HIGH_PROFILE, type EncoderProfile } from './bitrates.ts';
import type { AudioTags } from './tags.ts';

/** Sound settings of an article, apart from words and voice. Files are base names of sounds. */
export interface SoundDesign {
  /** kbit/s */
  bitrate: 64 | 128;
  /** -100 to 100, as `volumeBoostDb` has it. */
  volumeBoost: number;
  /** Runs under the speech. */
  music: string | null;
  /** Plays before everything else. */
  logo: string | null;
  /** Tag of the picture that the file carries. */
  cover: string | null;
}

/**
 * Settings stored with a finished version, so that another rendition matches it even if the project has
 * changed.
 */
export interface RecordedDesign {
  sound: SoundDesign;
  tags: Omit<AudioTags, 'cover' | 'chapters'>;
  chapters: AssemblyChapter[];
}

/** What the column `design` of a version holds. */
export const recordedDesign: z.ZodType<RecordedDesign> = z.object({
  sound: z.object({
    bitrate: z.union([z.literal(64), z.literal(128)]),
    volumeBoost: z.number(),
    music: z.string().nullable(),
    logo: z.string().nullable(),
    cover: z.string().nullable(),
  }),
  tags: z.object({
    title: z.string(),
    publisher: z.string().optional(),
    author: z.string().optional(),
    language: z.string().optional(),
  }),
  chapters: z.array(z.object({ title: z.string(), part: z.number() })),
});

export const profileOf = ({ bitrate }: Pick<SoundDesign, 'bitrate'>): EncoderProfile =>
  bitrate === 128 ? HIGH_PROFILE : STANDARD_PROFILE;

/** How a segment is encoded: the loudness and bit rate of most articles, or others. */
export type Encoding = Pick<SoundDesign, 'bitrate' | 'volumeBoost'>;

export const isStandard = ({ bitrate, volumeBoost }: Encoding): boolean =>
  bitrate === STANDARD_PROFILE.bitrate && volumeBoost === 0;
