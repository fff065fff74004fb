import { z } from 'zod';
import { deliveredMs } from './delivered-audio.ts';
import { ProviderError } from './provider-errors.ts';
import { bcp47 } from './languages.ts';
import { unsupportedSounds, noPhonemesMessage } from './phoneme-support.ts';
import { escapeXml, phonemeTags, utf8Length, withTags } from './ssml.ts';
import type { Provider, SpeechRequest, Voice, VoiceSetting } from './provider.ts';
import { callService, parseAnswer } from './service-call.ts';
import { settingValues } from './voice-settings.ts';
import {
  optionalText,
  optionalUrl,
  speechService,
  type LimitOverrides,
  type Patience,
} from './speech-service.ts';
import { speechMessages } from './messages.ts';

const ID = 'microsoft';

const environment = z
  .object({
    AZURE_SPEECH_KEY: optionalText,
    AZURE_SPEECH_REGION: optionalText.pipe(
      z
        .string()
        .regex(/^[a-z0-9]+$/)
        .optional(),
    ),
    AZURE_SPEECH_BASE_URL: optionalUrl,
  })
  .transform((env) => ({
    apiKey: env.AZURE_SPEECH_KEY,
    baseUrl:
      env.AZURE_SPEECH_BASE_URL ??
      (env.AZURE_SPEECH_REGION ? `https://${env.AZURE_SPEECH_REGION}.tts.speech.microsoft.com` : ''),
  }));
type MicrosoftConfig = z.output<typeof environment> & LimitOverrides;
/** Bytes of one SSML message (Azure Speech, Quotas and limits). */
const MAX_SSML_BYTES = 64 * 1024;

const SETTINGS: VoiceSetting[] = [
  {
    id: 'relativeRate',
    title: 'Speaking rate (percent faster)',
    type: 'float',
    min: -50,
    max: 100,
    step: 5,
    default: 0,
  },
  {
    id: 'relativePitch',
    title: 'Pitch (percent higher)',
    type: 'float',
    min: -50,
    max: 50,
    step: 5,
    default: 0,
  },
];
const STYLE_DEGREE: VoiceSetting = {
  id: 'styleDegree',
  title: 'Strength of the style',
  type: 'float',
  min: 0.1,
  max: 2,
  step: 0.1,
  default: 1,
};

/**
 * HD voices, named `voice:model`, refuse `<prosody>` and `<mstts:express-as>` (Azure Speech, High definition
 * voices).
 */
const isHd = (voice: string): boolean => voice.includes(':');

/** Rate, pitch and strength of the style, as far as the voice takes them. */
const settingsOf = (voice: string, styles: number): VoiceSetting[] =>
  isHd(voice) ? [] : styles > 0 ? [...SETTINGS, STYLE_DEGREE] : SETTINGS;

const voicesAnswer = z.array(
  z.object({
    ShortName: z.string(),
    LocalName: z.string().optional(),
    DisplayName: z.string().optional(),
    Locale: z.string(),
    SecondaryLocaleList: z.array(z.string()).default([]),
    Gender: z.string(),
    VoiceType: z.string().default('Neural'),
    StyleList: z.array(z.string()).default([]),
    Status: z.string().default('GA'),
  }),
);

/**
 * Azure Speech over REST. It has no word boundaries there (only its SDK's websocket does, a far heavier way
 * in that hides errors and cannot be bounded), so timings are measured from the audio.
 */
function microsoftProvider(config: MicrosoftConfig, patience: Patience): Provider {
  const key = config.apiKey ?? '';
  const common = { provider: ID, patience, secrets: [key] };
  return {
    id: ID,
    title: 'Microsoft',
    unavailable: !config.apiKey
      ? speechMessages.SPEECH_NOT_SET_UP({ variable: 'AZURE_SPEECH_KEY' })
      : !config.baseUrl
        ? speechMessages.SPEECH_NOT_SET_UP({ variable: 'AZURE_SPEECH_REGION' })
        : null,
    // An answer is cut at ten minutes of sound without an error: these stay below in every script, at the
    // slowest rate offered.
    limits: {
      maxRequest: { unit: 'bytes', value: 4000 },
      concurrency: config.concurrency ?? 20,
      requestsPerMinute: config.requestsPerMinute ?? 12_000,
    },

    soundsProblem: (ipa, { voice, language }) =>
      isHd(voice) ? noPhonemesMessage('This voice of Microsoft') : unsupportedSounds(ipa, language),

    async voices(signal) {
      const bytes = await callService(
        {
          ...common,
          method: 'GET',
          url: `${config.baseUrl}/cognitiveservices/voices/list`,
          headers: { 'ocp-apim-subscription-key': key },
          accept: /^application\/json/,
          maxBytes: 8 * 1024 * 1024,
        },
        signal,
      );
      return parseAnswer(ID, voicesAnswer, bytes).flatMap((voice): Voice[] => {
        // Voices of several speakers want each speaker's turns marked.
        if (voice.Status === 'Deprecated' || voice.ShortName.includes('MultiTalker')) return [];
        const styles = isHd(voice.ShortName) ? [] : voice.StyleList;
        // Where a voice speaks other languages too, the service's list of them is long and equal for all such
        // voices.
        const languages = new Set(
          [voice.Locale, ...voice.SecondaryLocaleList].map(bcp47).filter((language) => language !== null),
        );
        const gender = voice.Gender === 'Male' ? 'male' : voice.Gender === 'Female' ? 'female' : 'neutral';
        return [...languages].map((language) => ({
          name: voice.ShortName,
          label: voice.DisplayName ?? voice.LocalName ?? voice.ShortName,
          provider: ID,
          language,
          gender,
          type: voice.VoiceType.startsWith('Neural') ? 'premium' : 'standard',
          styles,
          availableModels: [],
          availableSettings: settingsOf(voice.ShortName, styles.length),
        }));
      });
    },

    async synthesise(request, signal) {
      const audio = await callService(
        {
          ...common,
          method: 'POST',
          url: `${config.baseUrl}/cognitiveservices/v1`,
          headers: {
            'ocp-apim-subscription-key': key,
            'content-type': 'application/ssml+xml',
            'x-microsoft-outputformat': 'audio-24khz-96kbitrate-mono-mp3',
            'user-agent': 'parlance',
          },
          body: ssmlOf(request),
          accept: /^audio\/(mpeg|mp3)/,
          maxBytes: 16 * 1024 * 1024,
        },
        signal,
      );
      const format = { kind: 'mp3' } as const;
      deliveredMs(ID, audio, format);
      return { audio, format };
    },
  };
}

function ssmlOf(request: SpeechRequest): string {
  const {
    relativeRate: rate,
    relativePitch: pitch,
    styleDegree,
  } = settingValues(ID, settingsOf(request.voice, 1), request);
  let inner = withTags(request.text, phonemeTags(request.sounds));
  if (rate || pitch)
    inner = `<prosody${rate ? ` rate="${signed(rate)}%"` : ''}${pitch ? ` pitch="${signed(pitch)}%"` : ''}>${inner}</prosody>`;
  if (request.style && request.style !== 'none' && !isHd(request.voice))
    inner = `<mstts:express-as style="${escapeXml(request.style)}" styledegree="${styleDegree}">${inner}</mstts:express-as>`;
  // A multilingual voice speaks the requested language.
  if (!request.voice.startsWith(request.language))
    inner = `<lang xml:lang="${escapeXml(request.language)}">${inner}</lang>`;
  const ssml =
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="${escapeXml(request.language)}">` +
    `<voice name="${escapeXml(request.voice)}">${inner}</voice></speak>`;
  if (utf8Length(ssml) > MAX_SSML_BYTES)
    throw new ProviderError(ID, 'bad_request', `the text is over ${MAX_SSML_BYTES} bytes when marked up`);
  return ssml;
}

const signed = (value: string | number | boolean): string =>
  Number(value) > 0 ? `+${value}` : String(value);

/** Microsoft Azure Speech. `AZURE_SPEECH_REGION` or `AZURE_SPEECH_BASE_URL` says where. */
export const microsoft = speechService({
  id: ID,
  limits: 'AZURE_SPEECH',
  environment,
  credentialsPage: 'https://portal.azure.com/#create/Microsoft.CognitiveServicesSpeechServices',
  prices: [
    { voice: /HD[A-Za-z]{0,40}Neural/, eurPerMillion: 27.5, weight: 1 },
    { eurPerMillion: 14, weight: 1 },
  ],
  open: microsoftProvider,
});
