import { AudioError } from './errors.ts';
import type { AudioFormat } from './format.ts';
import { decodeMp3Frames, readMp3Layout } from './mp3-decoder.ts';
import type { Pcm } from './pcm.ts';
import { readWavLayout, readWavSamples, type WavLayout } from './wav.ts';

/** Longest sound that is decoded as a whole: 15 minutes, some 320 MB at 44.1 kHz in stereo. */
const MAX_SECONDS = 15 * 60;
const MAX_SAMPLES = MAX_SECONDS * 44_100 * 2;

/** At a low sample rate few bytes are hours, which would be resampled to many more. */
function checkLength(samples: number, channels: number, sampleRate: number): void {
  if (samples > MAX_SECONDS * sampleRate) throw new AudioError('too-large', 'the audio is longer than 15 minutes');
  if (samples * channels > MAX_SAMPLES) throw new AudioError('too-large', 'the audio holds too many samples; with a lower sample rate or fewer channels it may be as long');
}

const OTHER_FORMATS: [magic: string, at: number, name: string][] = [
  ['OggS', 0, 'Ogg'],
  ['fLaC', 0, 'FLAC'],
  ['ftyp', 4, 'MP4'],
  ['FORM', 0, 'AIFF'],
  ['caff', 0, 'CAF'],
];

/**
 * Tells by its first bytes what an uploaded sound is, whatever its name says.
 * @throws AudioError `empty`, `unsupported` for formats that are known but not read
 */
export function sniffAudioFormat(bytes: Uint8Array): AudioFormat {
  if (bytes.length === 0) throw new AudioError('empty', 'the file has no bytes');
  const ascii = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  for (const [magic, at, name] of OTHER_FORMATS) {
    if (ascii(at) === magic) throw new AudioError('unsupported', `${name} files are not supported; upload MP3 or WAV`);
  }
  return { kind: ascii(0) === 'RIFF' ? 'wav' : 'mp3' };
}

/**
 * Decodes a whole sound of a known format, for speech services' answers and for uploads. Samples are finite numbers.
 * @param strict refuse what is cut off (a service's answer), rather than take what there is (an upload)
 * @param maxSeconds the rest is left out; without it, sound too long for memory is refused
 * @throws AudioError
 */
export async function decodeAudio(bytes: Uint8Array, format: AudioFormat, strict = true, maxSeconds = Infinity): Promise<Pcm> {
  if (bytes.length === 0) throw new AudioError('empty', 'the audio has no bytes');
  const cutOff = () => new AudioError('truncated', 'the audio is cut off');
  if (format.kind === 'mp3') {
    const layout = readMp3Layout(bytes);
    if (strict && layout.truncated) throw cutOff();
    const { samples, sampleRate, channels } = layout.first;
    const maxSamples = Math.floor(maxSeconds * sampleRate);
    checkLength(Math.min(maxSamples, layout.frameCount * samples), channels, sampleRate);
    return decodeMp3Frames(bytes, layout, maxSamples);
  }
  const layout = format.kind === 'wav' ? readWavLayout(bytes) : rawLayout(bytes, format);
  if (strict && layout.truncated) throw cutOff();
  const block = (layout.bits / 8) * layout.channels;
  const to = Math.min(layout.to, layout.from + Math.floor(maxSeconds * layout.sampleRate) * block);
  checkLength((to - layout.from) / block, layout.channels, layout.sampleRate);
  return readWavSamples(bytes, { ...layout, to });
}

/** @throws AudioError `unsupported`, `empty` */
function rawLayout(bytes: Uint8Array, { sampleRate, channels }: { sampleRate: number; channels: number }): WavLayout {
  if (channels < 1 || channels > 8 || sampleRate < 4000 || sampleRate > 384_000) {
    throw new AudioError('unsupported', `raw audio of ${sampleRate} Hz and ${channels} channels is not supported`);
  }
  const rest = bytes.length % (2 * channels);
  if (bytes.length === rest) throw new AudioError('empty', 'the audio holds no samples');
  return { encoding: 'pcm', bits: 16, channels, sampleRate, from: 0, to: bytes.length - rest, truncated: rest > 0 };
}
