import type { WebhookEventKind } from '../../__generated__/WebhookFormMutation.graphql.ts';

/** A kind of event that this release knows. */
export type EventKind = Exclude<WebhookEventKind, '%future added value'>;

/** Kinds of events in groups, in the order of the form. */
export const eventGroups = {
  article: [
    'ARTICLE_CREATED',
    'ARTICLE_UPDATED',
    'ARTICLE_READY',
    'ARTICLE_PUBLISHED',
    'ARTICLE_FAILED',
    'ARTICLE_ON_HOLD',
    'ARTICLE_DELETED',
    'ARTICLE_RESTORED',
  ],
  episode: ['EPISODE_PUBLISHED', 'EPISODE_REMOVED'],
  playlist: ['PLAYLIST_CHANGED'],
  deployment: ['DEPLOYMENT_STARTED', 'DEPLOYMENT_FINISHED', 'DEPLOYMENT_FAILED'],
  review: ['REVIEW_FINDINGS', 'REVIEW_COMPLETED'],
  balance: ['BALANCE_LOW'],
} as const satisfies Record<string, readonly EventKind[]>;

export type EventGroup = keyof typeof eventGroups;

export const groupNames = Object.keys(eventGroups) as EventGroup[];

/** All kinds, in that order. */
export const eventKinds: readonly EventKind[] = groupNames.flatMap((group) => [...eventGroups[group]]);

/** The kind of a message's type, `article.on_hold`; other kinds, such as tests, have none. */
export const kindOfType = (type: string): string => type.replace('.', '_').toUpperCase();
