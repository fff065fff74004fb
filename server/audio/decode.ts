import { audioMessages } from './messages.ts';
import { AudioError } from './audio-error.ts';
import type { AudioFormat } from './audio-format.ts';
import { mp3Stream, readMp3Layout } from './mp3-decoder.ts';
import { PcmCollector, type Pcm, type PcmStream } from './pcm.ts';
import { readWavLayout, wavStream, type WavLayout } from './wav.ts';

/** Longest sound that is decoded, in seconds. */
const MAX_SECONDS = 15 * 60;
/**
 * Most samples that are held as a whole: some 320 MB, as long a sound (and a little more) at 44.1 kHz in
 * stereo.
 */
const MAX_SAMPLES = (MAX_SECONDS + 1) * 44_100 * 2;

const OTHER_FORMATS: [magic: string, at: number, name: string][] = [
  ['OggS', 0, 'Ogg'],
  ['fLaC', 0, 'FLAC'],
  ['ftyp', 4, 'MP4'],
  ['FORM', 0, 'AIFF'],
  ['caff', 0, 'CAF'],
];

/**
 * Detects the format of an uploaded sound by its first bytes, regardless of its name.
 * @throws AudioError `empty`, `unsupported` for formats that are known but not read
 */
export function sniffAudioFormat(bytes: Uint8Array): AudioFormat {
  if (bytes.length === 0) throw new AudioError('empty', audioMessages.AUDIO_FILE_EMPTY());
  const ascii = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  for (const [magic, at, name] of OTHER_FORMATS) {
    if (ascii(at) === magic)
      throw new AudioError('unsupported', audioMessages.AUDIO_FORMAT_NOT_SUPPORTED({ format: name }));
  }
  return { kind: ascii(0) === 'RIFF' ? 'wav' : 'mp3' };
}

/**
 * Looks at a sound of a known format and makes it a stream, for speech services' answers and for uploads.
 * Samples are finite numbers.
 * @param strict refuse what is cut off (a service's answer), rather than take what there is (an upload)
 * @param maxSeconds the rest is left out; without it, sound of more than 15 minutes is refused
 * @throws AudioError, and from its pieces too
 */
export function openAudio(
  bytes: Uint8Array,
  format: AudioFormat,
  strict = true,
  maxSeconds = Infinity,
): PcmStream {
  if (bytes.length === 0) throw new AudioError('empty', audioMessages.AUDIO_EMPTY());
  const cutOff = () => new AudioError('truncated', audioMessages.AUDIO_CUT_OFF());
  // At a low sample rate few bytes are hours, which would be resampled to many more.
  const checked = (samples: number, sampleRate: number) => {
    const taken = Math.min(samples, Math.floor(maxSeconds * sampleRate));
    if (taken > MAX_SECONDS * sampleRate) throw new AudioError('too-large', audioMessages.AUDIO_TOO_LONG());
    return taken;
  };
  if (format.kind === 'mp3') {
    const layout = readMp3Layout(bytes);
    if (strict && layout.truncated) throw cutOff();
    checked(layout.frameCount * layout.first.samples, layout.first.sampleRate);
    return mp3Stream(bytes, layout, Math.floor(maxSeconds * layout.first.sampleRate));
  }
  const layout = format.kind === 'wav' ? readWavLayout(bytes) : rawLayout(bytes, format);
  if (strict && layout.truncated) throw cutOff();
  const block = (layout.bits / 8) * layout.channels;
  const taken = checked((layout.to - layout.from) / block, layout.sampleRate);
  return wavStream(bytes, { ...layout, to: layout.from + taken * block });
}

/** A stream as a whole. @throws AudioError `too-large` for memory */
export async function collect(stream: PcmStream): Promise<Pcm> {
  if (stream.maxSamples * stream.channels > MAX_SAMPLES)
    throw new AudioError('too-large', audioMessages.AUDIO_TOO_MANY_SAMPLES());
  const whole = new PcmCollector(stream);
  for await (const piece of stream.pieces()) whole.add(piece);
  return whole.pcm;
}

/** Decodes a whole sound, as `openAudio` takes it. @throws AudioError */
export async function decodeAudio(
  bytes: Uint8Array,
  format: AudioFormat,
  strict = true,
  maxSeconds = Infinity,
): Promise<Pcm> {
  return collect(openAudio(bytes, format, strict, maxSeconds));
}

/** @throws AudioError `unsupported`, `empty` */
function rawLayout(
  bytes: Uint8Array,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): WavLayout {
  if (channels < 1 || channels > 8 || sampleRate < 4000 || sampleRate > 384_000) {
    throw new AudioError('unsupported', audioMessages.AUDIO_RAW_NOT_SUPPORTED({ sampleRate, channels }));
  }
  const rest = bytes.length % (2 * channels);
  if (bytes.length === rest) throw new AudioError('empty', audioMessages.AUDIO_WITHOUT_SAMPLES());
  return {
    encoding: 'pcm',
    bits: 16,
    channels,
    sampleRate,
    from: 0,
    to: bytes.length - rest,
    truncated: rest > 0,
  };
}
