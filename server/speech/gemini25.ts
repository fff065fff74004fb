import { z } from 'zod';
import type { AudioFormat } from '../audio/audio-format.ts';
import { deliveredMs, fromBase64 } from './delivered-audio.ts';
import { DELIVERY_STYLES, deliveryOf } from './delivery-styles.ts';
import { ProviderError } from './provider-errors.ts';
import type { Gender, Provider, SpeechAudio, SpeechRequest, Voice } from './provider.ts';
import { noPhonemesMessage } from './phoneme-support.ts';
import { callService, parseAnswer } from './service-call.ts';
import { missingModelMessage, modelOf } from './voice-settings.ts';
import {
  list,
  optionalText,
  speechService,
  url,
  type LimitOverrides,
  type Patience,
} from './speech-service.ts';
import { speechMessages } from './messages.ts';

const ID = 'gemini25';

const environment = z
  .object({
    GEMINI_API_KEY: optionalText,
    GEMINI_BASE_URL: url('https://generativelanguage.googleapis.com'),
    // The 2.5 previews end on 2026-12-18 (Gemini API, Deprecations); what has ended is not offered.
    GEMINI_TTS_MODELS: list([
      'gemini-3.8-flash-tts',
      'gemini-3.8-flash-lite-tts',
      'gemini-2.5-flash-preview-tts',
      'gemini-2.5-pro-preview-tts',
    ]),
  })
  .transform((env) => ({
    apiKey: env.GEMINI_API_KEY,
    baseUrl: env.GEMINI_BASE_URL,
    models: env.GEMINI_TTS_MODELS,
  }));
type GeminiConfig = z.output<typeof environment> & LimitOverrides;

/**
 * The prebuilt voices; the service has no call that lists them for these models (Gemini API, Speech
 * generation).
 */
const VOICES: Record<Exclude<Gender, 'neutral'>, string[]> = {
  female:
    'Achernar Aoede Autonoe Callirrhoe Despina Erinome Gacrux Kore Laomedeia Leda Pulcherrima Sulafat Vindemiatrix Zephyr'.split(
      ' ',
    ),
  male: (
    'Achird Algenib Algieba Alnilam Charon Enceladus Fenrir Iapetus Orus Puck Rasalgethi Sadachbia Sadaltager Schedar Umbriel ' +
    'Zubenelgenubi'
  ).split(' '),
};

/** Languages of all models (Gemini API, Speech generation). */
const LANGUAGES = (
  'ar-EG de-DE en-US es-US fr-FR hi-IN id-ID it-IT ja-JP ko-KR pt-BR ru-RU nl-NL pl-PL th-TH tr-TR vi-VN ro-RO uk-UA bn-BD en-IN ' +
  'mr-IN ta-IN te-IN'
).split(' ');

/** More languages, of the models since 3.8. */
const LATER_LANGUAGES = (
  'bg-BG ca-ES cs-CZ da-DK el-GR en-AU en-GB es-ES es-MX et-EE eu-ES fi-FI fr-CA gl-ES he-IL hr-HR hu-HU is-IS lt-LT lv-LV mk-MK ' +
  'nb-NO pt-PT sk-SK sl-SI sq-AL sr-RS sv-SE zh-CN'
).split(' ');

/**
 * Whether the instructions are part of the text, as for models before 3.8; later ones read every word of the
 * text and take the style separately.
 */
const isPrompted = (model: string): boolean => /^gemini-(2\.|3\.[0-7]-)/.test(model);

/** Languages that the call accepts (API reference, SpeechConfig); the models detect other languages. */
const TOLD = new Set(
  (
    'ar-XA bn-IN cmn-CN de-DE en-AU en-GB en-IN en-US es-ES es-US fr-CA fr-FR gu-IN hi-IN id-ID it-IT ja-JP kn-IN ko-KR ml-IN mr-IN ' +
    'nl-NL pl-PL pt-BR ru-RU ta-IN te-IN th-TH tr-TR vi-VN'
  ).split(' '),
);

const modelsAnswer = z.object({ models: z.array(z.object({ name: z.string() })).default([]) });
const speechAnswer = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z
              .array(
                z.object({ inlineData: z.object({ mimeType: z.string(), data: z.string() }).optional() }),
              )
              .default([]),
          })
          .optional(),
        finishReason: z.string().optional(),
      }),
    )
    .default([]),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
});

/** Why the model stopped when it did so on purpose: asking again with the same text is refused again. */
const REFUSED = new Set(['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII', 'RECITATION']);

/**
 * Provider of Gemini's speech models. The older ones speak their whole input, so the text follows an
 * instruction to read it aloud: without one, a bare question is sometimes answered instead of read. Word
 * timings are measured.
 */
function gemini25Provider(config: GeminiConfig, patience: Patience): Provider {
  const common = { provider: ID, accept: /^application\/json/, patience, secrets: [config.apiKey ?? ''] };
  const headers = { 'x-goog-api-key': config.apiKey ?? '' };

  /** The models of the configuration that the service still has for this key. */
  const offered = async (signal: AbortSignal): Promise<string[]> => {
    const url = `${config.baseUrl}/v1beta/models?pageSize=1000`;
    const { models } = parseAnswer(
      ID,
      modelsAnswer,
      await callService(
        { ...common, method: 'GET', url, headers, maxBytes: 8 * 1024 * 1024, classify },
        signal,
      ),
    );
    const names = new Set(models.map(({ name }) => name));
    const there = config.models.filter((model) => names.has(`models/${model}`));
    if (there.length === 0)
      throw new ProviderError(
        ID,
        'bad_request',
        `none of the models of GEMINI_TTS_MODELS (${config.models.join(', ')}) is offered to this key`,
      );
    return there;
  };

  return {
    id: ID,
    title: 'Gemini',
    varies: true,
    unavailable: config.apiKey ? null : speechMessages.SPEECH_NOT_SET_UP({ variable: 'GEMINI_API_KEY' }),
    // The output ends after 16,384 tokens, 25 a second, and the voice drifts after some minutes: this is
    // about five in every script.
    limits: {
      maxRequest: { unit: 'bytes', value: 4000 },
      concurrency: config.concurrency ?? 3,
      requestsPerMinute: config.requestsPerMinute ?? 10,
    },

    soundsProblem: () => noPhonemesMessage('Gemini'),

    async voices(signal) {
      return voicesOf(await offered(signal));
    },

    async synthesise(request, signal) {
      const model = modelOf(ID, config.models, request);
      const delivery = deliveryOf(request.style);
      if (delivery === undefined)
        throw new ProviderError(ID, 'bad_request', `there is no style '${request.style}'`);
      const bytes = await callService(
        {
          ...common,
          method: 'POST',
          url: `${config.baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({
            contents: [
              {
                role: 'user',
                parts: [isPrompted(model) ? prompted(request, delivery) : recited(request, delivery)],
              },
            ],
            generationConfig: {
              responseModalities: ['AUDIO'],
              speechConfig: {
                ...(TOLD.has(request.language) && { languageCode: request.language }),
                voiceConfig: { prebuiltVoiceConfig: { voiceName: request.voice } },
              },
            },
          }),
          maxBytes: 48 * 1024 * 1024,
          classify: (status, body) =>
            status === 404
              ? { kind: 'gone', advice: missingModelMessage(model, 'GEMINI_TTS_MODELS') }
              : classify(status, body),
        },
        signal,
      );
      return audioIn(parseAnswer(ID, speechAnswer, bytes));
    },
  };
}

function voicesOf(models: string[]): Voice[] {
  const later = models.filter((model) => !isPrompted(model));
  const languages = [
    ...LANGUAGES.map((language) => ({ language, models })),
    ...(later.length ? LATER_LANGUAGES.map((language) => ({ language, models: later })) : []),
  ];
  return (['female', 'male'] as const).flatMap((gender) =>
    VOICES[gender].flatMap((name) =>
      languages.map(({ language, models }): Voice => ({
        name,
        label: name,
        provider: ID,
        language,
        gender,
        type: 'premium',
        styles: DELIVERY_STYLES,
        availableModels: models,
        availableSettings: [],
      })),
    ),
  );
}

/** The audio of an answer. @throws ProviderError where it was refused, or cut off */
function audioIn(answer: z.infer<typeof speechAnswer>): SpeechAudio {
  const [candidate] = answer.candidates;
  const refusal =
    answer.promptFeedback?.blockReason ??
    (REFUSED.has(candidate?.finishReason ?? '') ? candidate?.finishReason : undefined);
  if (refusal)
    throw new ProviderError(ID, 'bad_request', `refused to read the text (${refusal.slice(0, 40)})`);
  if (candidate?.finishReason === 'MAX_TOKENS')
    throw new ProviderError(ID, 'bad_request', 'the text is too long: its sound was cut off');
  const data = candidate?.content?.parts.find((part) => part.inlineData)?.inlineData;
  const audio = fromBase64(ID, data?.data);
  const format = formatOf(data?.mimeType ?? '');
  deliveredMs(ID, audio, format);
  return { audio, format };
}

const prompted = ({ text }: SpeechRequest, delivery: string | null): object => ({
  text: `Read aloud, word for word. ${delivery ?? ''}`.trim() + `\n\n${text}`,
});

/** Angle brackets would be vocal tags, such as `<sigh>`. */
const recited = ({ text }: SpeechRequest, delivery: string | null): object => ({
  text: text.replace(/[<>]/g, ' '),
  ...(delivery && { speechMetadata: { style: delivery } }),
});

/**
 * WAV, or with the older models `audio/L16;codec=pcm;rate=24000` (RFC 2586, though little-endian as the
 * service documents).
 */
function formatOf(mimeType: string): AudioFormat {
  if (/^audio\/(x-)?wav\b/i.test(mimeType)) return { kind: 'wav' };
  if (!/^audio\/(L16|pcm)\b/i.test(mimeType))
    throw new ProviderError(ID, 'bad_audio', `answered with the type '${mimeType.slice(0, 80)}'`);
  return {
    kind: 's16le',
    sampleRate: Number(/rate=(\d+)/.exec(mimeType)?.[1] ?? 24000),
    channels: Number(/channels=(\d+)/.exec(mimeType)?.[1] ?? 1),
  };
}

/**
 * Its errors say in the body what the status does not: a wrong key and an account without billing are a 400,
 * and a 429 tells when to come back.
 */
function classify(
  status: number,
  body: string,
): { kind: ProviderError['kind']; retryAfterMs?: number } | null {
  if (/API_KEY_INVALID|API key (not valid|expired)|FAILED_PRECONDITION/.test(body))
    return { kind: 'credentials' };
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body);
  return status === 429 && delay
    ? { kind: 'rate_limited', retryAfterMs: Math.round(Number(delay[1]) * 1000) }
    : null;
}

/** Gemini. `GEMINI_TTS_MODELS` is comma-separated, the first is the default. */
export const gemini25 = speechService({
  id: ID,
  limits: 'GEMINI',
  environment,
  credentialsPage: 'https://aistudio.google.com/apikey',
  prices: [
    // Sound rather than text is charged: a million characters are taken for 1.25 million audio tokens (25 a
    // second). Specification 1, section 9: EUR 25 per 1 million characters.
    {
      model: /pro/,
      eurPerMillion: 25,
      weight: 1,
      warning: 'The pro model costs EUR 25 per 1 million characters.',
    },
    // The prices of 2027; until then the 3.8 models cost half.
    { model: /flash-lite/, eurPerMillion: 15, weight: 1 },
    { model: /3\.8-flash/, eurPerMillion: 22.5, weight: 1 },
    { eurPerMillion: 12.5, weight: 1 },
  ],
  open: gemini25Provider,
});
