import { parseWebhookEvent, type WebhookEventData } from './webhook-events.ts';

/** An event as it is stored. */
export interface StoredEvent {
  kind: string;
  data: unknown;
  createdAt: Date;
}

/** What a message says, whichever format it is sent in. */
export interface WebhookMessage {
  event: WebhookEventData;
  at: Date;
  /** What it is about in the dashboard. */
  dashboardUrl: string;
  /** Null: it is about no audio. */
  audioUrl: string | null;
}

/** The header webhook-id of an event's messages. @param eventId of 64 bits */
export const messageIdOf = (eventId: string | bigint): string => `msg_${eventId}`;

/**
 * Adds addresses to an event.
 * @param publicUrl without a slash at its end
 * @returns null if another release wrote a kind that this one does not know
 */
export function messageOf({ kind, data, createdAt }: StoredEvent, publicUrl: string): WebhookMessage | null {
  const event = parseWebhookEvent(kind, data);
  if (!event) return null;
  const file = 'audio' in event.data ? event.data.audio?.file : undefined;
  return {
    event,
    at: createdAt,
    dashboardUrl: publicUrl + dashboardPath(event.data),
    audioUrl: file === undefined ? null : `${publicUrl}/download/audio/${file}.mp3`,
  };
}

/** The body of a message as Standard Webhooks has it: what kind of event, when, and ids to read more by. */
export function standardBody({ event, at, dashboardUrl, audioUrl }: WebhookMessage): string {
  const { kind, data } = event;
  return JSON.stringify({
    type: kind,
    timestamp: at.toISOString(),
    data: {
      ...data,
      ...('audio' in data && { audio: data.audio && { url: audioUrl, durationMs: data.audio.durationMs } }),
      dashboardUrl,
    },
  });
}

function dashboardPath(data: WebhookEventData['data']): string {
  const project = data.project?.id;
  if (project === undefined) {
    const organization = 'organization' in data ? data.organization : undefined;
    return organization ? `/projects/organization/${organization.slug}` : '/projects/dashboard';
  }
  if ('article' in data) return `/projects/${project}/articles/${data.article.id}`;
  if ('channel' in data) return `/projects/${project}/channel/${data.channel.id}`;
  return `/projects/${project}${'playlist' in data ? '/playlists' : ''}`;
}
