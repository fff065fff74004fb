/** Where sound lies in storage. */

/** A finished version of an article. */
export const audioFile = (version: string): string => `audio/${version}.mp3`;
/** The same in high resolution. */
export const highResFile = (version: string): string => `audio/${version}-highres.mp3`;
/** A voiced chunk: bare MPEG frames. */
export const segmentFile = (key: string): string => `segments/${key}.mp3`;
/** What a service sent for a chunk. */
export const masterFile = (key: string): string => `masters/${key}`;
