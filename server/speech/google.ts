import { z } from 'zod';
import type { AudioFormat } from '../audio/audio-format.ts';
import { deliveredMs, fromBase64 } from './delivered-audio.ts';
import { ProviderError } from './provider-errors.ts';
import { bcp47 } from './languages.ts';
import { unsupportedSounds, noPhonemesMessage } from './phoneme-support.ts';
import { phonemeTags, utf8Length, withTags, type Tag } from './ssml.ts';
import type { Provider, SpeechAudio, SpeechRequest, Voice, VoiceSetting } from './provider.ts';
import { callService, parseAnswer } from './service-call.ts';
import { settingValues } from './voice-settings.ts';
import { timingsFromStarts, wordsOf } from '../text/words.ts';
import { optionalText, speechService, url, type LimitOverrides, type Patience } from './speech-service.ts';
import { speechMessages } from './messages.ts';

const ID = 'google';

const environment = z
  .object({
    GOOGLE_TTS_API_KEY: optionalText,
    GOOGLE_TTS_BASE_URL: url('https://texttospeech.googleapis.com'),
  })
  .transform((env) => ({ apiKey: env.GOOGLE_TTS_API_KEY, baseUrl: env.GOOGLE_TTS_BASE_URL }));
type GoogleConfig = z.output<typeof environment> & LimitOverrides;

/** Bytes of text or SSML in one request (Cloud Text-to-Speech, Quotas & limits). */
const MAX_BYTES = 5000;

const RATE: VoiceSetting = {
  id: 'speed',
  title: 'Speed',
  type: 'float',
  min: 0.25,
  max: 2,
  step: 0.05,
  default: 1,
};
const PITCH: VoiceSetting = {
  id: 'semitones',
  title: 'Pitch (semitones)',
  type: 'float',
  min: -20,
  max: 20,
  step: 0.5,
  default: 0,
};

/**
 * A kind of voice, by what its name contains, and what the service lets it do. Voices of other kinds are not
 * listed.
 */
interface Family {
  pattern: RegExp;
  type: Voice['type'];
  settings: VoiceSetting[];
  /** Answers the time of `<mark>` tags. */
  marks: boolean;
  /**
   * Services offer the good MP3 for the older voices only; the newest would come at 32 kbit/s, so they come
   * as WAV.
   */
  encoding: 'MP3_64_KBPS' | 'LINEAR16';
}

const FAMILIES: Family[] = [
  { pattern: /-Standard-/, type: 'standard', settings: [RATE, PITCH], marks: true, encoding: 'MP3_64_KBPS' },
  {
    pattern: /-(Wavenet|Neural2|News|Polyglot|Casual)-/,
    type: 'premium',
    settings: [RATE, PITCH],
    marks: true,
    encoding: 'MP3_64_KBPS',
  },
  { pattern: /-Studio-/, type: 'premium', settings: [RATE], marks: false, encoding: 'MP3_64_KBPS' },
  { pattern: /-Chirp3-HD-/, type: 'premium', settings: [RATE], marks: false, encoding: 'LINEAR16' },
  { pattern: /-Chirp-HD-/, type: 'premium', settings: [], marks: false, encoding: 'LINEAR16' },
];

const voicesAnswer = z.object({
  voices: z
    .array(
      z.object({ name: z.string(), languageCodes: z.array(z.string()), ssmlGender: z.string().optional() }),
    )
    .default([]),
});
const speechAnswer = z.object({
  audioContent: z.string().optional(),
  timepoints: z.array(z.object({ markName: z.string(), timeSeconds: z.number().default(0) })).default([]),
});

/**
 * Google Cloud Text-to-Speech over REST, with an API key. Word timings come from SSML marks, which only
 * v1beta1 reports; a text whose marked form would be too long, and the newest voices, are timed by measuring.
 */
function googleProvider(config: GoogleConfig, patience: Patience): Provider {
  const call = (
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    body?: unknown,
  ): Promise<Uint8Array> =>
    callService(
      {
        provider: ID,
        method,
        url: config.baseUrl + path,
        headers: { 'x-goog-api-key': config.apiKey ?? '', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        accept: /^application\/json/,
        maxBytes: 32 * 1024 * 1024,
        patience,
        secrets: [config.apiKey ?? ''],
        // A wrong key is a 400 here.
        classify: (_status, text) =>
          /API_KEY_INVALID|API key (not valid|expired)/.test(text) ? { kind: 'credentials' } : null,
      },
      signal,
    );

  return {
    id: ID,
    title: 'Google',
    unavailable: config.apiKey ? null : speechMessages.SPEECH_NOT_SET_UP({ variable: 'GOOGLE_TTS_API_KEY' }),
    limits: {
      maxRequest: { unit: 'bytes', value: MAX_BYTES },
      concurrency: config.concurrency ?? 20,
      requestsPerMinute: config.requestsPerMinute ?? 1000,
    },

    soundsProblem: (ipa, { voice, language }) =>
      familyOf(voice)?.marks ? unsupportedSounds(ipa, language) : noPhonemesMessage('This voice of Google'),

    async voices(signal) {
      const { voices } = parseAnswer(ID, voicesAnswer, await call('GET', '/v1/voices', signal));
      return voices.flatMap(voicesIn);
    },

    async synthesise(request, signal) {
      const family = familyOf(request.voice);
      if (!family) throw new ProviderError(ID, 'bad_request', `there is no voice '${request.voice}'`);
      const values = settingValues(ID, family.settings, request);
      const marked = family.marks ? markedSsml(request) : null;
      const answer = parseAnswer(
        ID,
        speechAnswer,
        await call('POST', '/v1beta1/text:synthesize', signal, {
          input: marked ? { ssml: marked.ssml } : unmarked(request),
          // The wire wants the service's own code, which a voice's name begins with.
          voice: { languageCode: request.voice.split('-').slice(0, 2).join('-'), name: request.voice },
          audioConfig: { audioEncoding: family.encoding, ...changed(values) },
          ...(marked && { enableTimePointing: ['SSML_MARK'] }),
        }),
      );
      const audio = fromBase64(ID, answer.audioContent);
      const format: AudioFormat = family.encoding === 'LINEAR16' ? { kind: 'wav' } : { kind: 'mp3' };
      const totalMs = deliveredMs(ID, audio, format);
      const timings = marked && timingsFromMarks(marked.words, answer.timepoints, totalMs);
      return { audio, format, ...(timings ? { timings } : {}) } satisfies SpeechAudio;
    },
  };
}

/** A voice in each of its languages. */
function voicesIn({
  name,
  languageCodes,
  ssmlGender,
}: z.infer<typeof voicesAnswer>['voices'][number]): Voice[] {
  const family = familyOf(name);
  if (!family) return [];
  const gender = ssmlGender === 'MALE' ? 'male' : ssmlGender === 'FEMALE' ? 'female' : 'neutral';
  return languageCodes.flatMap((code) => {
    const language = bcp47(code);
    return language
      ? [
          {
            name,
            label: labelOf(name),
            provider: ID,
            language,
            gender,
            type: family.type,
            styles: [],
            availableModels: [],
            availableSettings: family.settings,
          },
        ]
      : [];
  });
}

const familyOf = (voice: string): Family | undefined => FAMILIES.find(({ pattern }) => pattern.test(voice));

/** `en-US-Neural2-D` → `Neural2 D`. */
const labelOf = (name: string): string => name.split('-').slice(2).join(' ');

/** Only what differs from the service's defaults is sent. */
function changed(values: Record<string, string | number | boolean>): {
  speakingRate?: number;
  pitch?: number;
} {
  const { speed = 1, semitones: pitch = 0 } = values;
  return {
    ...(speed !== 1 && { speakingRate: Number(speed) }),
    ...(pitch !== 0 && { pitch: Number(pitch) }),
  };
}

type Words = ReturnType<typeof wordsOf>;

/**
 * The text with a mark before each word and one at the end of the last; null when that is too long for one
 * request.
 */
function markedSsml(request: SpeechRequest): { ssml: string; words: Words } | null {
  const sounds = request.sounds ?? [];
  // A mark cannot be inside a phoneme tag, so each stretch with phonemes is timed as one.
  const words = wordsOf(request.text, request.language).filter(
    ({ start }) => !sounds.some((one) => one.start < start && start < one.start + one.length),
  );
  if (words.length === 0) return null;
  const last = words.at(-1)!;
  const said = sounds.at(-1);
  const end = Math.max(last.start + last.length, said ? said.start + said.length : 0);
  const closing = (tag: Tag): number => (tag.tag.startsWith('</') ? 0 : tag.tag.startsWith('<mark') ? 1 : 2);
  const tags = [
    ...words.map(({ start }, index) => ({ at: start, tag: `<mark name="${index}"/>` })),
    { at: end, tag: '<mark name="end"/>' },
    ...phonemeTags(sounds),
  ].sort((a, b) => a.at - b.at || closing(a) - closing(b));
  const ssml = `<speak>${withTags(request.text, tags)}</speak>`;
  return utf8Length(ssml) <= MAX_BYTES ? { ssml, words } : null;
}

/** Drops phoneme tags too if they make the request too long: their words are then spoken as written. */
function unmarked({ text, sounds }: SpeechRequest): { ssml: string } | { text: string } {
  if (!sounds?.length) return { text };
  const ssml = `<speak>${withTags(text, phonemeTags(sounds))}</speak>`;
  return utf8Length(ssml) <= MAX_BYTES ? { ssml } : { text };
}

function timingsFromMarks(
  words: Words,
  timepoints: { markName: string; timeSeconds: number }[],
  totalMs: number,
): SpeechAudio['timings'] {
  const times = new Map(timepoints.map(({ markName, timeSeconds }) => [markName, timeSeconds * 1000]));
  const starts = words.map((word, index) => ({ ...word, startMs: times.get(String(index)) ?? -1 }));
  return timingsFromStarts(starts, Math.min(times.get('end') ?? totalMs, totalMs));
}

/** Google Cloud Text-to-Speech.  */
export const google = speechService({
  id: ID,
  limits: 'GOOGLE_TTS',
  environment,
  credentialsPage: 'https://console.cloud.google.com/apis/credentials',
  prices: [
    { voice: /-Standard-|-Wavenet-/, eurPerMillion: 3.7, weight: 1 },
    { voice: /-Studio-/, eurPerMillion: 147, weight: 1 },
    { voice: /-Chirp/, eurPerMillion: 27.5, weight: 1 },
    { eurPerMillion: 14.7, weight: 1 },
  ],
  open: googleProvider,
});
