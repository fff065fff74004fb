import { z } from 'zod';
import { deliveredMs } from './delivered-audio.ts';
import { withRegion } from './languages.ts';
import { kokoroSpeaker, modelLanguage } from './local/model-languages.ts';
import { noPhonemesMessage } from './phoneme-support.ts';
import { ProviderError } from './provider-errors.ts';
import type { Gender, Provider, Voice, VoiceSetting } from './provider.ts';
import { callService, parseAnswer } from './service-call.ts';
import { list, optionalText, type Environment, type Patience } from './speech-service.ts';
import { modelOf, settingValues } from './voice-settings.ts';

/** What the ids of these providers begin with. */
const prefix = 'server-';
export const isCompatibleServer = (provider: string): boolean => provider.startsWith(prefix);

const settings: VoiceSetting[] = [
  { id: 'speed', title: 'Speed', type: 'float', min: 0.25, max: 4, step: 0.05, default: 1 },
];
const voicesMax = 1_000;
const modelsMax = 20;
/** Names that are sent back as they are; a longer one, or one with control characters, is no voice. */
const name = z.string().regex(/^[^\p{Cc}\p{Cs}:#]{1,100}$/u);

const listedVoice = z.union([
  name.transform((id) => ({ id, name: undefined, language: undefined, gender: undefined })),
  z
    .object({
      id: name.optional().catch(undefined),
      voice_id: name.optional().catch(undefined),
      name: name.optional().catch(undefined),
      language: z.string().max(60).optional().catch(undefined),
      gender: z.string().max(20).optional().catch(undefined),
    })
    .transform(({ id, voice_id: voiceId, ...more }) => ({ ...more, id: id ?? voiceId ?? more.name })),
]);
/** Kokoro-FastAPI, openedai-speech and vLLM name the list `voices`; some answer with the list alone. */
const voiceAnswer = z.union([
  z.object({ voices: z.array(z.unknown()) }).transform(({ voices }) => voices),
  z.array(z.unknown()),
]);
const modelAnswer = z.object({ data: z.array(z.object({ id: name })) });
const isSpeechModel = (id: string): boolean =>
  /tts|kokoro|piper|speech|voice|orpheus|chatterbox|kitten|bark/i.test(id);

interface Server {
  id: string;
  title: string;
  url: string;
  apiKey: string | undefined;
  /** Empty: what the server lists. */
  models: string[];
  /** `name` or `name=language`, for servers that list none. */
  voices: string[];
  /** Of voices whose names do not say it. */
  languages: string[];
}

const addresses = z
  .string()
  .optional()
  .transform((value, context) =>
    (value ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map((entry) => {
        const [, id = '', url = ''] = /^([a-z][a-z0-9-]{0,30})=(https?:\/\/\S{1,500})$/.exec(entry) ?? [];
        if (id === '' || !URL.canParse(url))
          context.addIssue({
            code: 'custom',
            message: `must be name=address, comma-separated; ${entry.slice(0, 80)} is not`,
          });
        if (id !== '' && (value ?? '').split(',').filter((one) => one.trim().startsWith(`${id}=`)).length > 1)
          context.addIssue({ code: 'custom', message: `names ${id} twice` });
        return { id, url: url.replace(/\/{1,20}$/, '') };
      }),
  );

/**
 * The servers of `SPEECH_SERVERS` that speak OpenAI's speech API, each a provider of its name.
 * @throws ZodError naming the variables that cannot be read
 */
export function compatibleServers(env: Environment, patience: Patience): Provider[] {
  const { SPEECH_SERVERS: servers } = z.object({ SPEECH_SERVERS: addresses }).parse(env);
  return servers.map(({ id, url }) => {
    const variable = (kind: string) => `SPEECH_SERVER_${id.toUpperCase().replaceAll('-', '_')}_${kind}`;
    const [key, models, voices, languages] = ['KEY', 'MODELS', 'VOICES', 'LANGUAGES'].map(variable) as [
      string,
      string,
      string,
      string,
    ];
    const config = z
      .object({ [key]: optionalText, [models]: list([]), [voices]: list([]), [languages]: list(['en-US']) })
      .parse(env) as Record<string, string | string[] | undefined>;
    const server: Server = {
      id: prefix + id,
      title: id[0]!.toUpperCase() + id.slice(1).replaceAll('-', ' '),
      url,
      apiKey: config[key] as string | undefined,
      models: config[models] as string[],
      voices: config[voices] as string[],
      languages: config[languages] as string[],
    };
    return serverProvider(server, variable('VOICES'), patience);
  });
}

function serverProvider(server: Server, variable: string, patience: Patience): Provider {
  const { id, title, url, apiKey } = server;
  const call = { provider: id, patience, secrets: apiKey ? [apiKey] : [] };
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};

  const read = async <T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> =>
    parseAnswer(
      id,
      schema,
      await callService(
        {
          ...call,
          method: 'GET',
          url: `${url}${path}`,
          headers,
          accept: /^application\/json/,
          maxBytes: 4 * 1024 * 1024,
        },
        signal,
      ),
    );

  /** What a server does not offer is no failure of it. */
  const readOptional = <T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | null> =>
    read(path, schema, signal).catch((error: unknown) => {
      const isMissing =
        error instanceof ProviderError && ['gone', 'bad_request', 'bad_audio'].includes(error.kind);
      if (isMissing) return null;
      throw error;
    });

  async function models(signal: AbortSignal): Promise<string[]> {
    if (server.models.length > 0) return server.models;
    const answer = await readOptional('/models', modelAnswer, signal);
    const ids = answer?.data.map((model) => model.id) ?? [];
    const speaking = ids.filter(isSpeechModel);
    return speaking.length > 0 ? speaking.slice(0, modelsMax) : [ids[0] ?? 'tts-1'];
  }

  return {
    id,
    title,
    varies: true,
    unavailable: null,
    limits: { maxRequest: { unit: 'characters', value: 1_000 }, concurrency: 2 },
    soundsProblem: () => noPhonemesMessage(title),

    async voices(signal) {
      const answer = await readOptional('/audio/voices', voiceAnswer, signal);
      const listed = (answer ?? []).flatMap((one) => listedVoice.safeParse(one).data ?? []);
      const voices = listed.length > 0 ? listed : server.voices.map(configuredVoice);
      if (voices.length === 0)
        throw new ProviderError(id, 'bad_request', `it lists no voices (operators: ${variable})`);
      const availableModels = await models(signal);
      return voices.slice(0, voicesMax).flatMap((voice) => voicesOf(server, voice, availableModels));
    },

    async synthesise(request, signal) {
      const { speed } = settingValues(id, settings, request);
      const model = request.model ?? modelOf(id, server.models.length ? server.models : ['tts-1'], request);
      const audio = await callService(
        {
          ...call,
          method: 'POST',
          url: `${url}/audio/speech`,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({
            model,
            voice: request.voice,
            input: request.text,
            response_format: 'mp3',
            ...(speed !== 1 && { speed }),
          }),
          accept: /^(?:audio\/|application\/octet-stream)/,
          maxBytes: 64 * 1024 * 1024,
        },
        signal,
      );
      const format = formatOf(audio);
      deliveredMs(id, audio, format);
      return { audio, format };
    },
  };
}

/** Some servers send WAV whatever they are asked for. */
const formatOf = (audio: Uint8Array): { kind: 'mp3' | 'wav' } => ({
  kind: Buffer.from(audio.subarray(0, 4)).toString('latin1') === 'RIFF' ? 'wav' : 'mp3',
});

type ListedVoice = z.output<typeof listedVoice>;

function configuredVoice(entry: string): ListedVoice {
  const [id = '', language] = entry.split('=');
  return { id, name: undefined, language, gender: undefined };
}

const genders: Readonly<Record<string, Gender>> = { male: 'male', m: 'male', female: 'female', f: 'female' };

function voicesOf(
  server: Server,
  { id, name: label, language, gender }: ListedVoice,
  models: string[],
): Voice[] {
  if (id === undefined) return [];
  const isKokoro = /^[a-z][fm]_\w/.test(id);
  const kokoro = kokoroSpeaker(id);
  const told = language === undefined ? null : modelLanguage(language);
  const own =
    told ?? (isKokoro ? kokoro.language : modelLanguage(/^[a-z]{2}_[A-Z]{2}(?=-)/.exec(id)?.[0] ?? ''));
  return (own === null ? server.languages.map(withRegion) : [own]).map((one) => ({
    name: id,
    label: label ?? id,
    provider: server.id,
    language: one,
    gender: genders[gender?.toLowerCase() ?? ''] ?? (isKokoro ? kokoro.gender : 'neutral'),
    type: 'premium',
    styles: [],
    availableModels: models,
    availableSettings: settings,
  }));
}
