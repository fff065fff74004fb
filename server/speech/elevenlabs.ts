import { z } from 'zod';
import type { AudioFormat } from '../audio/audio-format.ts';
import { wavHeader } from '../audio/wav.ts';
import { deliveredMs, fromBase64 } from './delivered-audio.ts';
import { baseLanguage, withRegion } from './languages.ts';
import type { Provider, Recording, SpeechAudio, SpeechRequest, Voice, VoiceSetting } from './provider.ts';
import { plausibleTimings, wordsOf, type WordTiming } from '../text/words.ts';
import { unsupportedSounds, noPhonemesMessage } from './phoneme-support.ts';
import { callService, parseAnswer } from './service-call.ts';
import { modelOf, settingValues } from './voice-settings.ts';
import { optionalText, speechService, url, type LimitOverrides, type Patience } from './speech-service.ts';
import { speechMessages } from './messages.ts';

const ID = 'elevenlabs';

const environment = z
  .object({ ELEVENLABS_API_KEY: optionalText, ELEVENLABS_BASE_URL: url('https://api.elevenlabs.io') })
  .transform((env) => ({ apiKey: env.ELEVENLABS_API_KEY, baseUrl: env.ELEVENLABS_BASE_URL }));
type ElevenlabsConfig = z.output<typeof environment> & LimitOverrides;

const MAX_VOICE_PAGES = 20;

const SETTINGS: VoiceSetting[] = [
  { id: 'stability', title: 'Stability', type: 'float', min: 0, max: 1, step: 0.05, default: 0.5 },
  { id: 'similarityBoost', title: 'Similarity', type: 'float', min: 0, max: 1, step: 0.05, default: 0.75 },
  {
    id: 'styleExaggeration',
    title: 'Style exaggeration',
    type: 'float',
    min: 0,
    max: 1,
    step: 0.05,
    default: 0,
  },
  { id: 'useSpeakerBoost', title: 'Speaker boost', type: 'boolean', default: true },
  { id: 'speed', title: 'Speed', type: 'float', min: 0.7, max: 1.2, step: 0.05, default: 1 },
  {
    id: 'textNormalization',
    title: 'Spell out numbers and dates',
    type: 'options',
    options: ['auto', 'on', 'off'],
    default: 'auto',
  },
];

/** Languages of Multilingual v2 (ElevenLabs, Models); Flash and Turbo v2.5 speak three more. */
const LANGUAGES =
  'en ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru'.split(' ');
const FAST_LANGUAGES = 'hu nb vi'.split(' ');
const FAST_MODELS = ['eleven_flash_v2_5', 'eleven_turbo_v2_5'];
const MODELS = ['eleven_multilingual_v2', ...FAST_MODELS];
/** Of English alone; they alone take phonemes (ElevenLabs, Pronunciation dictionaries). */
const PHONEME_MODELS = ['eleven_flash_v2', 'eleven_monolingual_v1'];
/** Speaks a recording again (ElevenLabs, Voice changer), in all languages of Multilingual v2. */
const CONVERSION_MODEL = 'eleven_multilingual_sts_v2';

const voicesAnswer = z.object({
  // A voice that its owner gave no name or odd labels keeps no other from being listed.
  voices: z.array(
    z.object({
      voice_id: z.string(),
      name: z.string().nullish(),
      labels: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
  has_more: z.boolean().default(false),
  next_page_token: z.string().nullish(),
});
const alignment = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
  character_end_times_seconds: z.array(z.number()),
});
const speechAnswer = z.object({ audio_base64: z.string().optional(), alignment: alignment.nullish() });

/**
 * ElevenLabs' call with timestamps: the time of every character of the text, from which follow those of the
 * words.
 */
function elevenlabsProvider(config: ElevenlabsConfig, patience: Patience): Provider {
  const key = config.apiKey ?? '';
  const common = callOptions(key, patience);
  return {
    id: ID,
    title: 'ElevenLabs',
    varies: true,
    unavailable: config.apiKey ? null : speechMessages.SPEECH_NOT_SET_UP({ variable: 'ELEVENLABS_API_KEY' }),
    // Multilingual v2 takes 10,000 characters, older plans 5,000. Throttling is by requests under way: 5 on
    // the Creator plan.
    limits: {
      maxRequest: { unit: 'characters', value: 5000 },
      concurrency: config.concurrency ?? 5,
      ...(config.requestsPerMinute && { requestsPerMinute: config.requestsPerMinute }),
    },

    // Any other model would skip a word with a phoneme tag.
    soundsProblem: (ipa, { language, model }) =>
      PHONEME_MODELS.includes(model ?? '')
        ? unsupportedSounds(ipa, language)
        : noPhonemesMessage('This model of ElevenLabs'),

    voices: (signal) => listVoices(config, common, signal),

    async synthesise(request, signal) {
      const model = modelOf(ID, modelsFor(baseLanguage(request.language)), request);
      const bytes = await callService(
        {
          ...common,
          method: 'POST',
          url: `${config.baseUrl}/v1/text-to-speech/${encodeURIComponent(request.voice)}/with-timestamps?output_format=mp3_44100_128`,
          headers: { 'xi-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify(requestBody(request, model)),
        },
        signal,
      );
      const answer = parseAnswer(ID, speechAnswer, bytes);
      const audio = fromBase64(ID, answer.audio_base64);
      const format = { kind: 'mp3' } as const;
      const totalMs = deliveredMs(ID, audio, format);
      const timings = answer.alignment && timingsOf(request, answer.alignment, totalMs);
      return { audio, format, ...(timings ? { timings } : {}) } satisfies SpeechAudio;
    },

    conversion: { model: CONVERSION_MODEL, run: (sent, signal) => convert(config, common, sent, signal) },
  };
}

/** What all calls of the service have in common. */
const callOptions = (key: string, patience: Patience) => ({
  provider: ID,
  patience,
  secrets: [key],
  accept: /^application\/json/,
  maxBytes: 32 * 1024 * 1024,
  // The service's own codes: some 401s are about funds or rights (an operator's matter all the same), some
  // 400s too.
  classify: (_status: number, body: string) =>
    /"(quota_exceeded|invalid_api_key|missing_permissions)"/.test(body)
      ? ({ kind: 'credentials' } as const)
      : null,
});

type CallOptions = ReturnType<typeof callOptions>;

async function listVoices(
  config: ElevenlabsConfig,
  common: CallOptions,
  signal: AbortSignal,
): Promise<Voice[]> {
  const found: Voice[] = [];
  let token: string | null | undefined;
  for (let page = 0; page < MAX_VOICE_PAGES; page++) {
    const query = new URLSearchParams({ page_size: '100', ...(token && { next_page_token: token }) });
    const bytes = await callService(
      {
        ...common,
        method: 'GET',
        url: `${config.baseUrl}/v2/voices?${query}`,
        headers: { 'xi-api-key': config.apiKey ?? '' },
      },
      signal,
    );
    const answer = parseAnswer(ID, voicesAnswer, bytes);
    for (const voice of answer.voices) found.push(...inEveryLanguage(voice));
    token = answer.has_more ? answer.next_page_token : null;
    if (!token) break;
  }
  return found;
}

/** POST /v1/speech-to-speech/{voice_id}/stream: multipart/form-data in, the sound itself out. */
async function convert(
  config: ElevenlabsConfig,
  common: CallOptions,
  { voice, model, audio: spoken, format: spokenFormat }: Recording,
  signal: AbortSignal,
): Promise<SpeechAudio> {
  const body = new FormData();
  body.set('audio', fileOf(spoken, spokenFormat));
  body.set('model_id', model);
  const audio = await callService(
    {
      ...common,
      accept: /^audio\/mpeg/,
      method: 'POST',
      url: `${config.baseUrl}/v1/speech-to-speech/${encodeURIComponent(voice)}/stream?output_format=mp3_44100_128`,
      headers: { 'xi-api-key': config.apiKey ?? '' },
      body,
    },
    signal,
  );
  const format = { kind: 'mp3' } as const;
  deliveredMs(ID, audio, format);
  return { audio, format };
}

function requestBody(request: SpeechRequest, model: string): object {
  const values = settingValues(ID, SETTINGS, request);
  return {
    text: tagged(request),
    model_id: model,
    ...(request.take && { seed: request.take }),
    // The older models detect the language and reject a language code.
    ...(FAST_MODELS.includes(model) && { language_code: languageCode(request.language) }),
    ...(values['textNormalization'] !== 'auto' && { apply_text_normalization: values['textNormalization'] }),
    voice_settings: {
      stability: values['stability'],
      similarity_boost: values['similarityBoost'],
      style: values['styleExaggeration'],
      use_speaker_boost: values['useSpeakerBoost'],
      speed: values['speed'],
    },
  };
}

/** As a file that says itself what it is: raw samples get a header. */
function fileOf(audio: Uint8Array, format: AudioFormat): File {
  const bytes = new Uint8Array(audio);
  if (format.kind === 'mp3') return new File([bytes], 'speech.mp3', { type: 'audio/mpeg' });
  const header =
    format.kind === 'wav'
      ? []
      : [new Uint8Array(wavHeader(format.sampleRate, format.channels, bytes.length / 2 / format.channels))];
  return new File([...header, bytes], 'speech.wav', { type: 'audio/wav' });
}

const modelsFor = (base: string): string[] =>
  FAST_LANGUAGES.includes(base) ? FAST_MODELS : base === 'en' ? [...MODELS, ...PHONEME_MODELS] : MODELS;

/** The text with its sounds as tags; the rest of it is no markup, and stays. */
function tagged({ text, sounds = [] }: SpeechRequest): string {
  let sent = '';
  let at = 0;
  for (const { start, length, ipa } of sounds) {
    const ph = ipa.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    sent += `${text.slice(at, start)}<phoneme alphabet="ipa" ph="${ph}">${text.slice(start, start + length)}</phoneme>`;
    at = start + length;
  }
  return sent + text.slice(at);
}

/** The service's two-letter codes: it says `no` for Bokmål. */
function languageCode(language: string): string {
  const base = baseLanguage(language);
  return base === 'nb' ? 'no' : base;
}

function inEveryLanguage(voice: z.infer<typeof voicesAnswer>['voices'][number]): Voice[] {
  const gender = voice.labels?.['gender'];
  return [...LANGUAGES, ...FAST_LANGUAGES].map((base) => ({
    name: voice.voice_id,
    label: voice.name || voice.voice_id,
    provider: ID,
    language: withRegion(base),
    gender: gender === 'male' || gender === 'female' ? gender : 'neutral',
    type: 'premium',
    styles: [],
    availableModels: modelsFor(base),
    availableSettings: SETTINGS,
  }));
}

/**
 * Words from characters. Undefined where the characters are not those of the text, or their times none of
 * this sound: then they are measured.
 */
function timingsOf(
  request: SpeechRequest,
  {
    characters,
    character_start_times_seconds: starts,
    character_end_times_seconds: ends,
  }: z.infer<typeof alignment>,
  totalMs: number,
): WordTiming[] | undefined {
  if (
    characters.join('') !== request.text ||
    starts.length !== characters.length ||
    ends.length !== characters.length
  )
    return undefined;
  // The character that covers each UTF-16 unit.
  const covers: number[] = [];
  for (const [index, character] of characters.entries())
    for (let unit = 0; unit < character.length; unit++) covers.push(index);
  const timings = wordsOf(request.text, request.language).map(({ start, length }) => ({
    start,
    length,
    startMs: starts[covers[start]!]! * 1000,
    endMs: ends[covers[start + length - 1]!]! * 1000,
  }));
  return plausibleTimings(timings, totalMs);
}

/** ElevenLabs.  */
export const elevenlabs = speechService({
  id: ID,
  limits: 'ELEVENLABS',
  environment,
  credentialsPage: 'https://elevenlabs.io/app/settings/api-keys',
  hasOwnPreviewText: true,
  prices: [
    // 1,000 credits a minute, in which about 900 characters are spoken; a credit is a character of
    // Multilingual v2.
    { model: /_sts_/, eurPerMillion: 102, weight: 2 },
    { model: /flash|turbo/, eurPerMillion: 46, weight: 1 },
    { model: /monolingual/, eurPerMillion: 92, weight: 2 },
    // Specification 1, section 9: 200 percent of flash or turbo. It is also what is used when no model is
    // chosen.
    {
      eurPerMillion: 92,
      weight: 2,
      warning: 'The multilingual v2 model costs 200% of the flash or turbo model.',
    },
  ],
  open: elevenlabsProvider,
});
