import { z } from 'zod';

const id = z.int();
const projectData = z.object({ project: z.object({ id, name: z.string() }) });
const articleData = projectData.extend({
  article: z.object({ id, title: z.string(), url: z.string().nullable(), status: z.string() }),
});
const audioData = articleData.extend({
  audio: z.object({ file: z.string(), durationMs: z.number() }).nullable(),
});
const reasonData = articleData.extend({ reason: z.string().nullable() });
const channel = z.object({ id });
const episodeData = projectData.extend({
  channel,
  episode: z.object({ id, guid: z.string(), title: z.string(), durationMs: z.number().nullable() }),
});
const playlistData = projectData.extend({
  playlist: z.object({ id, name: z.string() }),
  change: z.enum(['created', 'updated', 'deleted', 'restored']),
});
const deploymentData = projectData.extend({
  channel,
  deployment: z.object({ id, status: z.string(), description: z.string() }),
});
const findingsData = articleData.extend({ findings: z.number(), weight: z.number() });
const reviewData = articleData.extend({ rating: z.number() });
const balanceData = z.object({
  organization: z.object({ id, slug: z.string(), name: z.string() }).optional(),
  project: projectData.shape.project.optional(),
  balance: z.number(),
  threshold: z.number(),
});
const testData = z.object({
  organization: balanceData.shape.organization,
  project: balanceData.shape.project,
});

interface EventKind {
  /** What triggers write as `WebhookEvent.data` (migration 0108). */
  data: z.ZodType;
  /** When it happens, for the API reference. */
  description: string;
}

/**
 * Kinds of events. A released name and the fields of its data stay; fields may be added. Screens group them
 * by the part before the dot.
 */
export const webhookEvents = {
  'article.created': { data: articleData, description: 'An article was added.' },
  'article.updated': {
    data: articleData,
    description: 'Text, title, URL, labels, author or date of an article changed.',
  },
  'article.ready': { data: audioData, description: 'The audio of an article was generated.' },
  'article.failed': {
    data: reasonData,
    description: 'No audio was generated because of an error, a rule or a limit.',
  },
  'article.on_hold': { data: reasonData, description: 'An article waits until someone releases it.' },
  'article.published': { data: audioData, description: 'Listeners can play the audio of an article.' },
  'article.deleted': { data: articleData, description: 'An article was deleted.' },
  'article.restored': { data: articleData, description: 'A deleted article was restored.' },
  'episode.published': { data: episodeData, description: 'A podcast has a new episode.' },
  'episode.removed': { data: episodeData, description: 'An episode was removed from a podcast.' },
  'playlist.changed': {
    data: playlistData,
    description: 'A playlist was created, changed, deleted or restored.',
  },
  'deployment.started': { data: deploymentData, description: 'The deployment of an Alexa skill started.' },
  'deployment.finished': { data: deploymentData, description: 'The deployment of an Alexa skill finished.' },
  'deployment.failed': { data: deploymentData, description: 'The deployment of an Alexa skill failed.' },
  'review.findings': {
    data: findingsData,
    description: 'Automatic checks or listeners found possible problems in an audio.',
  },
  'review.completed': { data: reviewData, description: 'Someone reviewed an article.' },
  'balance.low': {
    data: balanceData,
    description: 'The balance fell to 100,000 characters, to 10,000, or to zero.',
  },
} as const satisfies Record<string, EventKind>;

export type WebhookEventKind = keyof typeof webhookEvents;

/** All kinds, in the order of screens and documents. */
export const webhookEventKinds = Object.keys(webhookEvents) as readonly WebhookEventKind[];

/** The kind of the message that the test button sends, to that endpoint alone. */
export const testEventKind = 'webhook.test';

/** Kind and data of a message. */
export type WebhookEventData =
  | {
      [Kind in WebhookEventKind]: { kind: Kind; data: z.output<(typeof webhookEvents)[Kind]['data']> };
    }[WebhookEventKind]
  | { kind: typeof testEventKind; data: z.output<typeof testData> };

/** Reads what a trigger wrote; null: another release wrote a kind that this one does not know. */
export function parseWebhookEvent(kind: string, data: unknown): WebhookEventData | null {
  if (kind === testEventKind) return { kind, data: testData.parse(data) };
  if (!Object.hasOwn(webhookEvents, kind)) return null;
  return { kind, data: webhookEvents[kind as WebhookEventKind].data.parse(data) } as WebhookEventData;
}
