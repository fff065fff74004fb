import { z } from 'zod';
import type { SpeechConfig } from './config.ts';
import { deliveredMs, fromBase64 } from './delivered-audio.ts';
import { DELIVERY_STYLES, deliveryOf } from './delivery.ts';
import { ProviderError } from './errors.ts';
import type { Gender, Provider, Voice } from './provider.ts';
import { callService, parseAnswer } from './service-call.ts';
import { modelOf } from './settings.ts';

const ID = 'gemini25';

/** The prebuilt voices; the service has no call that lists them for these models (Gemini API, Speech generation). */
const VOICES: Record<Exclude<Gender, 'neutral'>, string[]> = {
  female: 'Achernar Aoede Autonoe Callirrhoe Despina Erinome Gacrux Kore Laomedeia Leda Pulcherrima Sulafat Vindemiatrix Zephyr'.split(' '),
  male: 'Achird Algenib Algieba Alnilam Charon Enceladus Fenrir Iapetus Orus Puck Rasalgethi Sadachbia Sadaltager Schedar Umbriel Zubenelgenubi'.split(' '),
};

/** Languages of the 2.5 models (Gemini API, Speech generation). */
const LANGUAGES = 'ar-EG de-DE en-US es-US fr-FR hi-IN id-ID it-IT ja-JP ko-KR pt-BR ru-RU nl-NL pl-PL th-TH tr-TR vi-VN ro-RO uk-UA bn-BD en-IN mr-IN ta-IN te-IN'.split(' ');

/** Languages that the call may be told (API reference, SpeechConfig); of others the models find out by themselves. */
const TOLD = new Set('ar-XA bn-IN cmn-CN de-DE en-AU en-GB en-IN en-US es-ES es-US fr-CA fr-FR gu-IN hi-IN id-ID it-IT ja-JP kn-IN ko-KR ml-IN mr-IN nl-NL pl-PL pt-BR ru-RU ta-IN te-IN th-TH tr-TR vi-VN'.split(' '));

const speechAnswer = z.object({
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(z.object({ inlineData: z.object({ mimeType: z.string(), data: z.string() }).optional() })).default([]) }).optional(),
        finishReason: z.string().optional(),
      }),
    )
    .default([]),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
});

/** Why the model stopped when it did so on purpose: asking again with the same text is refused again. */
const REFUSED = new Set(['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII', 'RECITATION']);

/**
 * Gemini's speech models. A model reads what it is given, so the text stands behind an instruction to read it
 * aloud: without one, a bare question is sometimes answered instead of read. Its sound is raw PCM, its word
 * timings are measured.
 */
export function gemini25Provider(config: SpeechConfig['gemini25'], patience: SpeechConfig['patience']): Provider {
  return {
    id: ID,
    title: 'Gemini',
    unavailable: config.apiKey ? null : 'GEMINI_API_KEY is not set',
    // The output ends after 16,384 tokens, 25 a second, and the voice drifts after some minutes: 4,000 characters are about four.
    limits: { maxRequest: { unit: 'characters', value: 4000 }, concurrency: config.concurrency ?? 3, requestsPerMinute: config.requestsPerMinute ?? 10 },

    voices() {
      const voices = (['female', 'male'] as const).flatMap((gender) =>
        VOICES[gender].flatMap((name) =>
          LANGUAGES.map((language): Voice => ({ name, label: name, provider: ID, language, gender, type: 'premium', styles: DELIVERY_STYLES, availableModels: config.models, availableSettings: [] })),
        ),
      );
      return Promise.resolve(config.models.length ? voices : []);
    },

    async synthesise(request, signal) {
      const model = modelOf(ID, config.models, request);
      const delivery = deliveryOf(request.style);
      if (delivery === undefined) throw new ProviderError(ID, 'bad_request', `there is no style '${request.style}'`);
      const bytes = await callService(
        {
          provider: ID,
          method: 'POST',
          url: `${config.baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
          headers: { 'x-goog-api-key': config.apiKey ?? '', 'content-type': 'application/json' },
          body: JSON.stringify({
            contents: [{ role: 'user', parts: [{ text: `Read aloud, word for word. ${delivery ?? ''}`.trim() + `\n\n${request.text}` }] }],
            generationConfig: {
              responseModalities: ['AUDIO'],
              speechConfig: { ...(TOLD.has(request.language) && { languageCode: request.language }), voiceConfig: { prebuiltVoiceConfig: { voiceName: request.voice } } },
            },
          }),
          accept: /^application\/json/,
          maxBytes: 48 * 1024 * 1024,
          patience,
          secrets: [config.apiKey ?? ''],
          classify,
        },
        signal,
      );
      const answer = parseAnswer(ID, speechAnswer, bytes);
      const [candidate] = answer.candidates;
      const refusal = answer.promptFeedback?.blockReason ?? (REFUSED.has(candidate?.finishReason ?? '') ? candidate?.finishReason : undefined);
      if (refusal) throw new ProviderError(ID, 'bad_request', `refused to read the text (${refusal.slice(0, 40)})`);
      const data = candidate?.content?.parts.find((part) => part.inlineData)?.inlineData;
      const audio = fromBase64(ID, data?.data);
      const format = formatOf(data?.mimeType ?? '');
      deliveredMs(ID, audio, format);
      return { audio, format };
    },
  };
}

/** `audio/L16;codec=pcm;rate=24000` (RFC 2586, though little-endian as the service documents). */
function formatOf(mimeType: string): { kind: 's16le'; sampleRate: number; channels: number } {
  if (!/^audio\/(L16|pcm)\b/i.test(mimeType)) throw new ProviderError(ID, 'bad_audio', `answered with the type '${mimeType.slice(0, 80)}'`);
  return { kind: 's16le', sampleRate: Number(/rate=(\d+)/.exec(mimeType)?.[1] ?? 24000), channels: Number(/channels=(\d+)/.exec(mimeType)?.[1] ?? 1) };
}

/** Its errors say in the body what the status does not: a wrong key is a 400, and a 429 tells when to come back. */
function classify(status: number, body: string): { kind: ProviderError['kind']; retryAfterMs?: number } | null {
  if (/API_KEY_INVALID|API key (not valid|expired)/.test(body)) return { kind: 'credentials' };
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body);
  return status === 429 && delay ? { kind: 'rate_limited', retryAfterMs: Math.round(Number(delay[1]) * 1000) } : null;
}
