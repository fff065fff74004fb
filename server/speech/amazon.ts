import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type {
  Engine,
  LanguageCode,
  PollyClient,
  SynthesizeSpeechCommandInput,
  Voice as PollyVoice,
  VoiceId,
} from '@aws-sdk/client-polly';
import { z } from 'zod';
import { proxyAgentOptions } from '../lib/outbound/environment-proxies.ts';
import { deliveredMs } from './delivered-audio.ts';
import { ProviderError } from './provider-errors.ts';
import { bcp47 } from './languages.ts';
import { unsupportedSounds } from './phoneme-support.ts';
import { offsetsFromBytes, phonemeTags, withTags } from './ssml.ts';
import type { Provider, SpeechAudio, SpeechRequest, Voice, VoiceSetting } from './provider.ts';
import { kindOfStatus, readBounded, retryAfterMs, CallTimeout } from './service-call.ts';
import { modelOf, settingValues } from './voice-settings.ts';
import { timingsFromStarts } from '../text/words.ts';
import {
  optionalText,
  optionalUrl,
  speechService,
  type LimitOverrides,
  type Patience,
} from './speech-service.ts';
import { speechMessages } from './messages.ts';

const ID = 'amazon';

const environment = z
  .object({
    AWS_ACCESS_KEY_ID: optionalText,
    AWS_SECRET_ACCESS_KEY: optionalText,
    AWS_SESSION_TOKEN: optionalText,
    AWS_REGION: optionalText,
    AWS_POLLY_BASE_URL: optionalUrl,
    AWS_POLLY_SPEECH_MARKS: optionalText.pipe(z.enum(['0', '1']).default('1')),
  })
  .transform((env) => ({
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
    region: env.AWS_REGION,
    /** Instead of the region's endpoint. */
    baseUrl: env.AWS_POLLY_BASE_URL,
    /** Ask for word timings by a second request, which Amazon bills like the first. */
    speechMarks: env.AWS_POLLY_SPEECH_MARKS === '1',
  }));
type AmazonConfig = z.output<typeof environment> & LimitOverrides;
const MAX_VOICE_PAGES = 20;

const RATE: VoiceSetting = {
  id: 'relativeRate',
  title: 'Speaking rate (percent faster)',
  type: 'float',
  min: -50,
  max: 100,
  step: 5,
  default: 0,
};

/** Engines (the voice's models), the one to prefer first. */
const ENGINES = ['neural', 'generative', 'long-form', 'standard'];
/** Engines that give speech marks (Polly, Speech marks). */
const MARKING_ENGINES = ['neural', 'long-form', 'standard'];

/** Canonical BCP 47 back to Polly's codes, where they differ. */
const WIRE_LANGUAGES: Record<string, string> = { 'zh-CN': 'cmn-CN', 'ar-001': 'arb' };

const mark = z.object({ time: z.number(), type: z.string(), start: z.number(), end: z.number() });

/** Errors that the SDK throws for a refused key or right, with any status. */
const CREDENTIAL_ERRORS =
  /AccessDenied|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|ExpiredToken|InvalidClientTokenId|InvalidAccessKeyId|IncompleteSignature|MissingAuthenticationToken|OptInRequired|NotAuthorized/;

/**
 * Amazon Polly through its SDK (for the request signing), which is loaded on first use. Word timings are
 * speech marks, a second request that is billed like the first; `AWS_POLLY_SPEECH_MARKS=0` measures instead.
 */
function amazonProvider(config: AmazonConfig, patience: Patience): Provider {
  let client: Promise<PollyClient> | undefined;
  const enginesOf = new Map<string, string[]>();
  const connect = (): Promise<PollyClient> => (client ??= connected(config));

  const list = async (watch: CallTimeout): Promise<Voice[]> => {
    const voices = await listVoices(await connect(), watch);
    for (const { name, availableModels } of voices) enginesOf.set(name, availableModels);
    return voices;
  };

  /** The engine that was chosen, else the best of the voice. */
  const engineFor = async (request: SpeechRequest, watch: CallTimeout): Promise<string> => {
    if (!request.model && enginesOf.size === 0) await list(watch);
    return modelOf(ID, request.model ? ENGINES : (enginesOf.get(request.voice) ?? []), request);
  };

  return {
    id: ID,
    title: 'Amazon',
    unavailable:
      !config.accessKeyId || !config.secretAccessKey
        ? speechMessages.SPEECH_NOT_SET_UP_BOTH({
            variable: 'AWS_ACCESS_KEY_ID',
            other: 'AWS_SECRET_ACCESS_KEY',
          })
        : !config.region
          ? speechMessages.SPEECH_NOT_SET_UP({ variable: 'AWS_REGION' })
          : null,
    // 3,000 billed characters a request; neural voices: 8 requests a second, 18 under way (Polly, Quotas). A
    // text is up to two requests.
    limits: {
      maxRequest: { unit: 'characters', value: 3000 },
      concurrency: config.concurrency ?? 8,
      requestsPerMinute: config.requestsPerMinute ?? 240,
    },

    // All engines take IPA (Polly, Supported SSML tags).
    soundsProblem: (ipa, { language }) => unsupportedSounds(ipa, language),

    // Loading the SDK takes time that doesn't count as the service's.
    voices: (signal) => connect().then(() => watched(patience, signal, list)),

    async synthesise(request, signal) {
      await connect();
      return watched(patience, signal, async (watch) => {
        const { relativeRate } = settingValues(ID, [RATE], request);
        const engine = await engineFor(request, watch);
        const tags = phonemeTags(request.sounds);
        const ssml = ssmlAround(Number(relativeRate), tags.length > 0);
        const input = {
          Engine: engine as Engine,
          VoiceId: request.voice as VoiceId,
          LanguageCode: (WIRE_LANGUAGES[request.language] ?? request.language) as LanguageCode,
          TextType: ssml ? ('ssml' as const) : ('text' as const),
          Text: ssml ? ssml.prefix + withTags(request.text, tags) + ssml.suffix : request.text,
        };
        const polly = await connect();
        const audio = await ask(
          polly,
          watch,
          { ...input, OutputFormat: 'mp3', SampleRate: '24000' },
          /^audio\/mpeg/,
          16 * 1024 * 1024,
        );
        const format = { kind: 'mp3' } as const;
        const totalMs = deliveredMs(ID, audio, format);
        if (!config.speechMarks || !MARKING_ENGINES.includes(engine)) return { audio, format };
        const marks = await ask(
          polly,
          watch,
          { ...input, OutputFormat: 'json', SpeechMarkTypes: ['word'] },
          /json/,
          4 * 1024 * 1024,
        ).catch((error: unknown) => {
          // The sound is there and paid for: without marks it is timed by measuring.
          if (watch.failure || signal.aborted) throw error;
          return new Uint8Array();
        });
        const timings = timingsOf(request, marks, ssml?.prefix ?? null, totalMs);
        return { audio, format, ...(timings ? { timings } : {}) } satisfies SpeechAudio;
      });
    },
  };
}

/** Returns the SSML around a text; null: the text is sent as it is. */
function ssmlAround(relativeRate: number, hasTags: boolean): { prefix: string; suffix: string } | null {
  if (relativeRate !== 0)
    return { prefix: `<speak><prosody rate="${100 + relativeRate}%">`, suffix: '</prosody></speak>' };
  return hasTags ? { prefix: '<speak>', suffix: '</speak>' } : null;
}

async function listVoices(polly: PollyClient, watch: CallTimeout): Promise<Voice[]> {
  const { DescribeVoicesCommand } = await import('@aws-sdk/client-polly');
  const voices: Voice[] = [];
  let token: string | undefined;
  for (let page = 0; page < MAX_VOICE_PAGES; page++) {
    const answer = await polly.send(
      new DescribeVoicesCommand({ IncludeAdditionalLanguageCodes: true, ...(token && { NextToken: token }) }),
      { abortSignal: watch.signal },
    );
    watch.progress();
    for (const voice of answer.Voices ?? []) voices.push(...inItsLanguages(voice));
    token = answer.NextToken;
    if (!token) break;
  }
  return voices;
}

/** Asks for audio or speech marks. @throws ProviderError where the answer is of another type, or too large */
async function ask(
  polly: PollyClient,
  watch: CallTimeout,
  command: SynthesizeSpeechCommandInput,
  type: RegExp,
  maxBytes: number,
): Promise<Uint8Array> {
  const { SynthesizeSpeechCommand } = await import('@aws-sdk/client-polly');
  const answer = await polly.send(new SynthesizeSpeechCommand(command), { abortSignal: watch.signal });
  watch.progress();
  const stream = answer.AudioStream as (AsyncIterable<Uint8Array> & { destroy?: () => void }) | undefined;
  if (!type.test(answer.ContentType ?? '')) {
    stream?.destroy?.();
    throw new ProviderError(
      ID,
      'bad_audio',
      `answered with the type '${answer.ContentType?.slice(0, 80) ?? ''}'`,
    );
  }
  return readBounded(ID, stream ?? [], maxBytes, watch);
}

function inItsLanguages(voice: PollyVoice): Voice[] {
  const { Id: id } = voice;
  const engines = ENGINES.filter((engine) => voice.SupportedEngines?.includes(engine as Engine));
  if (!id || engines.length === 0) return [];
  return [voice.LanguageCode ?? '', ...(voice.AdditionalLanguageCodes ?? [])].flatMap((code): Voice[] => {
    const language = bcp47(code);
    // Amazon does not accept codes that are not BCP 47 (en-GB-WLS) as a language filter.
    if (!language) return [];
    return [
      {
        name: id,
        label: voice.Name ?? id,
        provider: ID,
        language,
        gender: voice.Gender === 'Male' ? 'male' : 'female',
        type: engines.some((engine) => engine !== 'standard') ? 'premium' : 'standard',
        styles: [],
        availableModels: engines,
        availableSettings: [RATE],
      },
    ];
  });
}

async function connected(config: AmazonConfig): Promise<PollyClient> {
  const [{ PollyClient }, { NodeHttpHandler }] = await Promise.all([
    import('@aws-sdk/client-polly'),
    import('@smithy/node-http-handler'),
  ]);
  const agent = { keepAlive: true, maxSockets: 50, ...proxyAgentOptions() };
  return new PollyClient({
    region: config.region ?? '',
    credentials: {
      accessKeyId: config.accessKeyId ?? '',
      secretAccessKey: config.secretAccessKey ?? '',
      ...(config.sessionToken && { sessionToken: config.sessionToken }),
    },
    ...(config.baseUrl && { endpoint: config.baseUrl }),
    // Its default is HTTP/2, which proxies and other endpoints may not speak.
    requestHandler: new NodeHttpHandler({
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    }),
    // The provider's queue repeats, and knows when.
    maxAttempts: 1,
  });
}

/** Runs SDK calls within the bounds of time, and turns what it throws into our errors. */
async function watched<T>(
  patience: Patience,
  signal: AbortSignal,
  run: (watch: CallTimeout) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const watch = new CallTimeout(ID, patience, signal);
  try {
    return await run(watch);
  } catch (error) {
    signal.throwIfAborted();
    throw watch.failure ?? (error instanceof ProviderError ? error : translated(error));
  } finally {
    watch.stop();
  }
}

function translated(error: unknown): ProviderError {
  const {
    name = 'Error',
    $metadata,
    $response,
    $retryable,
  } = error as {
    name?: string;
    $metadata?: { httpStatusCode?: number };
    $response?: { headers?: Record<string, string> };
    $retryable?: { throttling?: boolean };
  };
  const status = $metadata?.httpStatusCode;
  const throttled =
    $retryable?.throttling === true || /Throttl|TooManyRequests|LimitExceeded|SlowDown/.test(name);
  const kind = CREDENTIAL_ERRORS.test(name)
    ? 'credentials'
    : throttled
      ? 'rate_limited'
      : status === undefined
        ? 'unavailable'
        : status < 300
          ? 'bad_audio'
          : kindOfStatus(status);
  // Names only: messages about signatures repeat the request.
  return new ProviderError(
    ID,
    kind,
    status === undefined ? `no answer (${name})` : `answered ${status} (${name})`,
    { retryAfterMs: retryAfterMs($response?.headers?.['retry-after']) },
  );
}

/** Speech marks: a JSON object a line, offsets in bytes of what was sent (Polly, Speech mark output). */
function timingsOf(
  request: SpeechRequest,
  lines: Uint8Array,
  ssmlPrefix: string | null,
  totalMs: number,
): SpeechAudio['timings'] {
  const indexOf = offsetsFromBytes(request.text, {
    prefix: ssmlPrefix ?? '',
    escaped: ssmlPrefix !== null,
    tags: phonemeTags(request.sounds),
  });
  const starts = [];
  for (const line of new TextDecoder().decode(lines).split('\n')) {
    if (!line.trim()) continue;
    const { success, data } = mark.safeParse(parsedOrNull(line));
    if (!success) return undefined;
    if (data.type !== 'word') continue;
    const start = indexOf(data.start);
    const end = indexOf(data.end);
    if (start < 0 || end <= start) return undefined;
    starts.push({ start, length: end - start, startMs: data.time });
  }
  return timingsFromStarts(starts, totalMs);
}

function parsedOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * Amazon Polly. `AWS_POLLY_BASE_URL` replaces the endpoint of the region; with `AWS_POLLY_SPEECH_MARKS=0`
 * word timings are measured rather than bought.
 */
export const amazon = speechService({
  id: ID,
  limits: 'AWS_POLLY',
  environment,
  credentialsPage: 'https://console.aws.amazon.com/iam/home#/users',
  prices: [
    // Twice the list price except for generative: speech marks are a second request, billed like the first.
    { model: /^standard$/, eurPerMillion: 7.4, weight: 1 },
    { model: /^long-form$/, eurPerMillion: 184, weight: 1 },
    { model: /^generative$/, eurPerMillion: 27.5, weight: 1 },
    { eurPerMillion: 29.4, weight: 1 },
  ],
  open: amazonProvider,
});
