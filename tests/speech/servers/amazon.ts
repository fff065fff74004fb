import { z } from 'zod';
import { json, sound, startService, type Reply, type SpeechServer } from './service.ts';
import { isSigned } from './sigv4.ts';
import { mp3, spokenMs } from './sound.ts';

const TYPES: Record<number, string> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  408: 'RequestTimeoutException',
  429: 'ThrottlingException',
  500: 'ServiceFailureException',
};

/** Returns one of Amazon's REST-JSON errors: the type is in a header. */
const refusal = (status: number, message: string, type = TYPES[status] ?? 'UnknownError'): Reply => {
  const reply = json(status, { message });
  return { ...reply, headers: { ...reply.headers, 'x-amzn-errortype': type } };
};

const VOICES = [
  {
    Id: 'Joanna',
    Name: 'Joanna',
    Gender: 'Female',
    LanguageCode: 'en-US',
    LanguageName: 'US English',
    SupportedEngines: ['generative', 'neural', 'standard'],
  },
  {
    Id: 'Matthew',
    Name: 'Matthew',
    Gender: 'Male',
    LanguageCode: 'en-US',
    LanguageName: 'US English',
    SupportedEngines: ['neural', 'standard'],
  },
  {
    Id: 'Ivy',
    Name: 'Ivy',
    Gender: 'Female',
    LanguageCode: 'en-US',
    LanguageName: 'US English',
    SupportedEngines: ['standard'],
  },
  {
    Id: 'Kajal',
    Name: 'Kajal',
    Gender: 'Female',
    LanguageCode: 'en-IN',
    LanguageName: 'Indian English',
    AdditionalLanguageCodes: ['hi-IN'],
    SupportedEngines: ['neural'],
  },
  {
    Id: 'Zhiyu',
    Name: 'Zhiyu',
    Gender: 'Female',
    LanguageCode: 'cmn-CN',
    LanguageName: 'Chinese Mandarin',
    SupportedEngines: ['neural', 'standard'],
  },
  {
    Id: 'Geraint',
    Name: 'Geraint',
    Gender: 'Male',
    LanguageCode: 'en-GB-WLS',
    LanguageName: 'Welsh English',
    SupportedEngines: ['standard'],
  },
];

const speech = z.intersection(
  z.object({
    Engine: z.enum(['standard', 'neural', 'long-form', 'generative']),
    LanguageCode: z.string(),
    Text: z.string().min(1),
    TextType: z.enum(['text', 'ssml']),
    VoiceId: z.string(),
  }),
  z.union([
    z.object({ OutputFormat: z.literal('mp3'), SampleRate: z.literal('24000') }),
    z.object({ OutputFormat: z.literal('json'), SpeechMarkTypes: z.tuple([z.literal('word')]) }),
  ]),
);

/** Amazon Polly: requests signed with Signature Version 4, MP3 and speech marks. */
export function startAmazon(account: {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}): Promise<SpeechServer> {
  return startService({
    refusal,
    soundless: () => sound('audio/mpeg', Buffer.alloc(0)),
    async answer(request) {
      if (!isSigned(request, { ...account, service: 'polly' }))
        return refusal(
          403,
          'The request signature we calculated does not match',
          'InvalidSignatureException',
        );
      const { method, path, query, body } = request;
      if (method === 'GET' && path === '/v1/voices') {
        if (query.get('IncludeAdditionalLanguageCodes') !== 'true') return refusal(400, 'unexpected');
        return query.get('NextToken') === 'more'
          ? json(200, { Voices: VOICES.slice(2) })
          : json(200, { Voices: VOICES.slice(0, 2), NextToken: 'more' });
      }
      if (method !== 'POST' || path !== '/v1/speech') return refusal(404, 'no such path');
      const { success, data } = speech.safeParse(JSON.parse(body));
      const voice = success ? VOICES.find(({ Id }) => Id === data.VoiceId) : undefined;
      if (!success || !voice) return refusal(400, 'invalid');
      if (!voice.SupportedEngines.includes(data.Engine))
        return refusal(400, 'This voice does not support the selected engine', 'EngineNotSupportedException');
      if (![voice.LanguageCode, ...(voice.AdditionalLanguageCodes ?? [])].includes(data.LanguageCode))
        return refusal(400, 'no such language', 'LanguageNotSupportedException');
      if (data.OutputFormat === 'json' && data.Engine === 'generative')
        return refusal(400, 'no speech marks', 'MarksNotSupportedForFormatException');
      const plain = data.TextType === 'ssml' ? data.Text.replace(/<[^>]*>/g, '') : data.Text;
      if (data.OutputFormat === 'mp3') return sound('audio/mpeg', await mp3(spokenMs(plain)));
      return {
        status: 200,
        headers: { 'content-type': 'application/x-json-stream' },
        body: marksOf(data.Text, data.TextType === 'ssml'),
      };
    },
  });
}

/** A mark for each run of letters and digits (in SSML outside of tags and entities), its offsets in bytes. */
function marksOf(text: string, ssml: boolean): string {
  let lines = '';
  let spoken = 0;
  for (const { 0: token, index } of text.matchAll(
    ssml ? /<[^>]*>|&\w+;|[\p{L}\p{N}]+|./gsu : /[\p{L}\p{N}]+|./gsu,
  )) {
    if (ssml && token.startsWith('<')) continue;
    if (/^[\p{L}\p{N}]/u.test(token)) {
      const start = Buffer.byteLength(text.slice(0, index));
      lines += `${JSON.stringify({ time: spoken * 60, type: 'word', start, end: start + Buffer.byteLength(token), value: token })}\n`;
    }
    spoken += token.length;
  }
  return lines;
}
