import { isStandard, type Encoding } from './sound/design.ts';

/** Where sound lies in storage. */

/** A finished version of an article, or its teaser. */
export const audioFile = (version: string): string => `audio/${version}.mp3`;
/** The same in high resolution. */
export const highResFile = (version: string): string => `audio/${version}-highres.mp3`;
/** A voiced chunk: bare MPEG frames. Other encodings than the standard one are made when an article asks for them. */
export const segmentFile = (key: string, encoding?: Encoding): string =>
  `segments/${key}${encoding && !isStandard(encoding) ? `-${encoding.bitrate}-${encoding.volumeBoost}` : ''}.mp3`;
/** What a service sent for a chunk. */
export const masterFile = (key: string): string => `masters/${key}`;
/** An uploaded picture. */
export const imageFile = (tag: string): string => `images/${tag}`;
