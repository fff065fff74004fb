import type { EncoderProfile } from '../audio/bitrates.ts';
import { isStandard, type Encoding } from '../audio/sound-design.ts';

/** Where sound lies in storage. */

/** A finished version of an article, or its teaser. */
export const audioFile = (version: string): string => `audio/${version}.mp3`;
/** High resolution comes as an MP3 file at 320 kbit/s, or uncompressed. */
export type HighResFormat = 'mp3' | 'wav';

/** A finished version in high resolution. */
export const highResFile = (version: string, format: HighResFormat): string =>
  `audio/${version}-highres.${format}`;
/** A finished version as Alexa's flash briefings want it. */
export const flashFile = (version: string): string => `audio/${version}-flash.mp3`;
/**
 * A voiced chunk: bare MPEG frames. Other encodings than the standard one are made when an article asks for
 * them.
 */
export const segmentFile = (key: string, encoding?: Encoding): string =>
  `segments/${key}${encoding && !isStandard(encoding) ? `-${encoding.bitrate}-${encoding.volumeBoost}` : ''}.mp3`;
/** What a service sent for a chunk. */
export const masterFile = (key: string): string => `masters/${key}`;
/** A sound of another form as it was made to be joined with others. */
export const joinableFile = (file: string, { sampleRate, channels, bitrate }: EncoderProfile): string =>
  `joinable/${file}-${sampleRate}-${channels}-${bitrate}.mp3`;
/** An uploaded picture. */
export const imageFile = (tag: string): string => `images/${tag}`;
