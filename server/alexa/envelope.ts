import { z } from 'zod';

const application = z.object({ applicationId: z.string() });
const user = z.object({ userId: z.string().min(1) });

/**
 * What Amazon sends to a skill (developer.amazon.com: "Request and response JSON reference"), as far as we
 * need it.
 */
export const envelope = z.object({
  context: z.object({
    System: z.object({ application, user }),
    AudioPlayer: z
      .object({ token: z.string().optional(), offsetInMilliseconds: z.number().optional() })
      .optional(),
  }),
  request: z.looseObject({
    type: z.string(),
    requestId: z.string().optional(),
    locale: z.string().optional(),
  }),
});

export type Envelope = z.output<typeof envelope>;

/** Of a request of type `IntentRequest`. */
export const intentRequest = z.object({ intent: z.object({ name: z.string() }) });

/** Of requests of the AudioPlayer interface. */
export const playbackRequest = z.object({
  token: z.string(),
  offsetInMilliseconds: z.number().min(0).default(0),
  error: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
});

type PlayBehavior = 'REPLACE_ALL' | 'ENQUEUE' | 'REPLACE_ENQUEUED';

export type Directive =
  | {
      type: 'AudioPlayer.Play';
      playBehavior: PlayBehavior;
      audioItem: {
        stream: { url: string; token: string; offsetInMilliseconds: number; expectedPreviousToken?: string };
        metadata: { title: string; subtitle: string };
      };
    }
  | { type: 'AudioPlayer.Stop' };

/** What a skill answers. */
export interface SkillResponse {
  version: '1.0';
  response: {
    outputSpeech?: { type: 'PlainText'; text: string };
    reprompt?: { outputSpeech: { type: 'PlainText'; text: string } };
    directives?: Directive[];
    shouldEndSession?: boolean;
  };
}

/** Says nothing and does nothing: the only answer that many requests may get. */
export const silence: SkillResponse = { version: '1.0', response: {} };
