import { z } from 'zod';
import { deliveredMs } from './delivered-audio.ts';
import { DELIVERY_STYLES, deliveryOf } from './delivery-styles.ts';
import { ProviderError } from './provider-errors.ts';
import { withRegion } from './languages.ts';
import type { Gender, Provider, Voice, VoiceSetting } from './provider.ts';
import { noPhonemesMessage } from './phoneme-support.ts';
import { callService } from './service-call.ts';
import { missingModelMessage, modelOf, settingValues } from './voice-settings.ts';
import {
  list,
  optionalText,
  speechService,
  url,
  type LimitOverrides,
  type Patience,
} from './speech-service.ts';
import { speechMessages } from './messages.ts';

const ID = 'openai';

const environment = z
  .object({
    OPENAI_API_KEY: optionalText,
    OPENAI_BASE_URL: url('https://api.openai.com/v1'),
    OPENAI_TTS_MODELS: list(['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd']),
  })
  .transform((env) => ({
    apiKey: env.OPENAI_API_KEY,
    baseUrl: env.OPENAI_BASE_URL,
    models: env.OPENAI_TTS_MODELS,
  }));
type OpenaiConfig = z.output<typeof environment> & LimitOverrides;

const SETTINGS: VoiceSetting[] = [
  { id: 'speed', title: 'Speed', type: 'float', min: 0.25, max: 4, step: 0.05, default: 1 },
];

/** The built-in voices; the service has no call that lists them (API reference, Create speech). */
const VOICES: Record<string, Gender> = {
  alloy: 'neutral',
  ash: 'male',
  ballad: 'male',
  cedar: 'male',
  coral: 'female',
  echo: 'male',
  fable: 'male',
  marin: 'female',
  nova: 'female',
  onyx: 'male',
  sage: 'female',
  shimmer: 'female',
  verse: 'male',
};

/** Voices that the older models, `tts-1` and `tts-1-hd`, do not have. */
const NEWER_VOICES = new Set(['ballad', 'cedar', 'marin', 'verse']);
const isOlder = (model: string): boolean => /^tts-1(-|$)/.test(model);

/** Languages the models speak (Text to speech guide, Supported languages). */
const LANGUAGES = (
  'af ar hy az be bs bg ca zh hr cs da nl en et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne nb fa pl pt ro ru ' +
  'sr sk sl es sw sv fil ta th tr uk ur vi cy'
).split(' ');

/**
 * Provider of OpenAI's speech call, or of another service with the same API. All of OpenAI's own models for
 * it are announced to end on 2027-01-06, without a successor in this call. The newer models take style
 * instructions in words: those are the styles. It returns no word timings, so they are measured from the
 * audio.
 */
function openaiProvider(config: OpenaiConfig, patience: Patience): Provider {
  const modelsOf = (voice: string): string[] =>
    config.models.filter((model) => !(isOlder(model) && NEWER_VOICES.has(voice)));
  return {
    id: ID,
    title: 'OpenAI',
    fixedVoices: true,
    varies: true,
    unavailable: config.apiKey ? null : speechMessages.SPEECH_NOT_SET_UP({ variable: 'OPENAI_API_KEY' }),
    // The call takes 4,096 characters, gpt-4o-mini-tts 2,000 tokens: where a character is one, it has three
    // bytes.
    limits: {
      maxRequest: { unit: 'bytes', value: 4000 },
      concurrency: config.concurrency ?? 10,
      requestsPerMinute: config.requestsPerMinute ?? 500,
    },

    soundsProblem: () => noPhonemesMessage('OpenAI'),

    voices() {
      const voices = Object.entries(VOICES).flatMap(([name, gender]): Voice[] =>
        modelsOf(name).length === 0
          ? []
          : LANGUAGES.map((language) => ({
              name,
              label: name[0]!.toUpperCase() + name.slice(1),
              provider: ID,
              language: withRegion(language),
              gender,
              type: 'premium',
              styles: modelsOf(name).every(isOlder) ? [] : DELIVERY_STYLES,
              availableModels: modelsOf(name),
              availableSettings: SETTINGS,
            })),
      );
      return Promise.resolve(voices);
    },

    async synthesise(request, signal) {
      const { speed } = settingValues(ID, SETTINGS, request);
      const model = modelOf(ID, modelsOf(request.voice), request);
      const instructions = deliveryOf(request.style);
      if (instructions === undefined)
        throw new ProviderError(ID, 'bad_request', `there is no style '${request.style}'`);
      const audio = await callService(
        {
          provider: ID,
          method: 'POST',
          url: `${config.baseUrl}/audio/speech`,
          headers: { authorization: `Bearer ${config.apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            model,
            voice: request.voice,
            input: request.text,
            response_format: 'mp3',
            ...(speed !== 1 && { speed }),
            ...(instructions && !isOlder(model) && { instructions }),
          }),
          accept: /^audio\/(mpeg|mp3)/,
          maxBytes: 16 * 1024 * 1024,
          patience,
          secrets: [config.apiKey ?? ''],
          classify: (status, body) => {
            // An empty account answers 429 too, but no waiting helps it.
            if (status === 429 && body.includes('insufficient_quota')) return { kind: 'credentials' };
            return status === 404
              ? { kind: 'gone', advice: missingModelMessage(model, 'OPENAI_TTS_MODELS') }
              : null;
          },
        },
        signal,
      );
      const format = { kind: 'mp3' } as const;
      deliveredMs(ID, audio, format);
      return { audio, format };
    },
  };
}

/** OpenAI. `OPENAI_TTS_MODELS` is comma-separated, the first is the default. */
export const openai = speechService({
  id: ID,
  limits: 'OPENAI_TTS',
  environment,
  credentialsPage: 'https://platform.openai.com/api-keys',
  hasOwnPreviewText: true,
  prices: [
    { model: /^tts-1-hd/, eurPerMillion: 27.5, weight: 1 },
    { eurPerMillion: 13.8, weight: 1 },
  ],
  open: openaiProvider,
});
