/** How a sound's bytes are to be read. Raw PCM has no header, so it carries its rate and channels. */
export type AudioFormat =
  | { kind: 'mp3' }
  | { kind: 'wav' }
  | { kind: 's16le'; sampleRate: number; channels: number };
