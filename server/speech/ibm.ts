import { z } from 'zod';
import { deliveredMs } from './delivered-audio.ts';
import { ProviderError } from './provider-errors.ts';
import { bcp47 } from './languages.ts';
import { unsupportedSounds } from './phoneme-support.ts';
import { escapeXml, phonemeTags, utf8Length, withTags } from './ssml.ts';
import type { Provider, Voice, VoiceSetting } from './provider.ts';
import { callService, parseAnswer } from './service-call.ts';
import { settingValues } from './voice-settings.ts';
import { optionalText, speechService, url, type LimitOverrides, type Patience } from './speech-service.ts';
import { speechMessages } from './messages.ts';

const ID = 'ibm';

const environment = z
  .object({
    IBM_TTS_API_KEY: optionalText,
    IBM_TTS_BASE_URL: url('https://api.us-south.text-to-speech.watson.cloud.ibm.com'),
  })
  .transform((env) => ({ apiKey: env.IBM_TTS_API_KEY, baseUrl: env.IBM_TTS_BASE_URL }));
type IbmConfig = z.output<typeof environment> & LimitOverrides;

/** Bytes of input text with its escapes in one POST (Watson Text to Speech, The HTTP interface). */
const MAX_BYTES = 5 * 1024;

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

const voicesAnswer = z.object({
  voices: z.array(z.object({ name: z.string(), language: z.string(), gender: z.string() })),
});

/**
 * IBM Watson Text to Speech over HTTP. Its word timings exist on the websocket only, so they are measured
 * from the audio.
 */
function ibmProvider(config: IbmConfig, patience: Patience): Provider {
  const key = config.apiKey ?? '';
  const authorization = `Basic ${Buffer.from(`apikey:${key}`).toString('base64')}`;
  const common = { provider: ID, patience, secrets: [key, authorization] };
  return {
    id: ID,
    title: 'IBM',
    unavailable: config.apiKey ? null : speechMessages.SPEECH_NOT_SET_UP({ variable: 'IBM_TTS_API_KEY' }),
    // Below the service's limit, which counts `&amp;` where the text has `&`.
    limits: {
      maxRequest: { unit: 'bytes', value: 4500 },
      concurrency: config.concurrency ?? 10,
      ...(config.requestsPerMinute && { requestsPerMinute: config.requestsPerMinute }),
    },

    soundsProblem: (ipa, { language }) => unsupportedSounds(ipa, language),

    async voices(signal) {
      const bytes = await callService(
        {
          ...common,
          method: 'GET',
          url: `${config.baseUrl}/v1/voices`,
          headers: { authorization },
          accept: /^application\/json/,
          maxBytes: 2 * 1024 * 1024,
        },
        signal,
      );
      return parseAnswer(ID, voicesAnswer, bytes).voices.flatMap(
        ({ name, language: code, gender }): Voice[] => {
          const language = bcp47(code);
          return language
            ? [
                {
                  name,
                  label: labelOf(name),
                  provider: ID,
                  language,
                  gender: gender === 'male' ? 'male' : 'female',
                  type: 'premium',
                  styles: [],
                  availableModels: [],
                  availableSettings: SETTINGS,
                },
              ]
            : [];
        },
      );
    },

    async synthesise(request, signal) {
      const { relativeRate, relativePitch } = settingValues(ID, SETTINGS, request);
      const marked = withTags(request.text, phonemeTags(request.sounds));
      // Drops phoneme tags if they make the request too long: their words are then spoken as written.
      const text = utf8Length(marked) > MAX_BYTES ? escapeXml(request.text) : marked;
      if (utf8Length(text) > MAX_BYTES)
        throw new ProviderError(ID, 'bad_request', `the text is over ${MAX_BYTES} bytes`);
      const query = new URLSearchParams({ voice: request.voice });
      if (relativeRate) query.set('rate_percentage', String(Math.round(Number(relativeRate))));
      if (relativePitch) query.set('pitch_percentage', String(Math.round(Number(relativePitch))));
      const audio = await callService(
        {
          ...common,
          method: 'POST',
          url: `${config.baseUrl}/v1/synthesize?${query}`,
          headers: { authorization, 'content-type': 'application/json', accept: 'audio/mp3;rate=24000' },
          body: JSON.stringify({ text }),
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

/** `en-US_AllisonV3Voice` → `Allison`, `en-US_EmmaExpressive` → `Emma (expressive)`. */
function labelOf(name: string): string {
  const label = name.slice(name.indexOf('_') + 1).replace(/(V\d+)?Voice$/, '');
  return label.replace(/(?<=.)(Expressive|Natural)$/, (kind) => ` (${kind.toLowerCase()})`);
}

/** IBM Watson Text to Speech. `IBM_TTS_BASE_URL` is the address of the service instance. */
export const ibm = speechService({
  id: ID,
  limits: 'IBM_TTS',
  environment,
  credentialsPage: 'https://cloud.ibm.com/catalog/services/text-to-speech',
  prices: [{ eurPerMillion: 18.4, weight: 1 }],
  open: ibmProvider,
});
