import { mailWordsIn, type MailLanguage } from '../../../mail/mail-words.ts';
import type { WebhookMessage } from './webhook-body.ts';

/** A message as a chat shows it. Plain text: each format escapes it for itself. */
export interface ChatText {
  title: string;
  /** Names and values below the title. */
  facts: (readonly [name: string, value: string])[];
  links: (readonly [label: string, url: string])[];
}

/** Returns the chat message of an event, in a language that emails are available in. */
export function chatText(message: WebhookMessage, language: MailLanguage): ChatText {
  const { chat: w } = mailWordsIn(language);
  const { data } = message.event;
  const organization = 'organization' in data ? data.organization : undefined;
  const reason = 'reason' in data ? data.reason : 'deployment' in data ? data.deployment.description : null;
  return {
    title: titleOf(message, language),
    facts: [
      ...(data.project ? [[w.project, data.project.name] as const] : []),
      ...(organization ? [[w.organization, organization.name] as const] : []),
      ...(reason ? [[w.reason, reason] as const] : []),
    ],
    links: [
      [w.open, message.dashboardUrl],
      ...(message.audioUrl === null ? [] : [[w.listen, message.audioUrl] as const]),
    ],
  };
}

function titleOf({ event }: WebhookMessage, language: MailLanguage): string {
  const { chat: w } = mailWordsIn(language);
  const count = (value: number): string => new Intl.NumberFormat(language).format(value);
  switch (event.kind) {
    case 'article.created':
      return w.articleCreated({ title: event.data.article.title });
    case 'article.updated':
      return w.articleUpdated({ title: event.data.article.title });
    case 'article.ready':
      return w.articleReady({ title: event.data.article.title });
    case 'article.failed':
      return w.articleFailed({ title: event.data.article.title });
    case 'article.on_hold':
      return w.articleOnHold({ title: event.data.article.title });
    case 'article.published':
      return w.articlePublished({ title: event.data.article.title });
    case 'article.deleted':
      return w.articleDeleted({ title: event.data.article.title });
    case 'article.restored':
      return w.articleRestored({ title: event.data.article.title });
    case 'episode.published':
      return w.episodePublished({ title: event.data.episode.title });
    case 'episode.removed':
      return w.episodeRemoved({ title: event.data.episode.title });
    case 'playlist.changed':
      return w.playlist[event.data.change]({ name: event.data.playlist.name });
    case 'deployment.started':
      return w.deploymentStarted;
    case 'deployment.finished':
      return w.deploymentFinished;
    case 'deployment.failed':
      return w.deploymentFailed;
    case 'review.findings':
      return w.findings({ count: count(event.data.findings), title: event.data.article.title });
    case 'review.completed':
      return w.reviewed({ rating: count(event.data.rating), title: event.data.article.title });
    case 'balance.low':
      return event.data.balance > 0 ? w.balance({ count: count(event.data.balance) }) : w.balanceUsed;
    case 'webhook.test':
      return w.test;
  }
}
