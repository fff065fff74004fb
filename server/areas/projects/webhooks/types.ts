import { WebhookDeliveryState } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import { webhookEventKinds, webhookEvents, type WebhookEventKind } from './webhook-events.ts';
import type { WebhookFormat } from './webhook-formats.ts';

/** `article.on_hold` is `ARTICLE_ON_HOLD`. */
const codeOf = (kind: WebhookEventKind): string => kind.replace('.', '_').toUpperCase();

export const WebhookEventKindType = builder.enumType('WebhookEventKind', {
  description: 'A kind of event that webhooks send.',
  values: Object.fromEntries(
    webhookEventKinds.map((kind) => [
      codeOf(kind),
      { value: kind, description: `\`${kind}\`: ${webhookEvents[kind].description}` },
    ]),
  ),
});

export const WebhookFormatType = builder.enumType('WebhookFormat', {
  description: 'What the messages of a webhook look like.',
  values: wordsEnum<WebhookFormat>({
    standard: 'JSON with `type`, `timestamp` and `data`, as specified by Standard Webhooks.',
    slack: 'A message for an incoming webhook of Slack.',
    teams: 'An Adaptive Card for a workflow of Microsoft Teams.',
    discord: 'A message for a webhook of Discord.',
  }),
});

export const WebhookDisabledReasonType = builder.enumType('WebhookDisabledReason', {
  description: 'Why Parlance disabled a webhook.',
  values: wordsEnum({
    failures: 'Every delivery failed for five days.',
    gone: 'The receiver responded with 410 Gone.',
  }),
});

export const WebhookDeliveryStateType = builder.enumType('WebhookDeliveryState', {
  description: 'Outcome of a message.',
  values: {
    [WebhookDeliveryState.pending]: {
      description: 'It is due, waits for its next attempt, or for an earlier message.',
    },
    [WebhookDeliveryState.delivered]: { description: 'The receiver confirmed it with a 2xx status.' },
    [WebhookDeliveryState.failed]: { description: 'Every attempt of three days failed.' },
  } as const,
});

export const WebhookType = builder.prismaObject('WebhookEndpoint', {
  name: 'Webhook',
  description:
    'A URL that receives messages about an organization or a project, as specified by Standard Webhooks. Visible to maintainers.',
  select: { id: true },
});

export const WebhookDeliveryType = builder.prismaObject('WebhookDelivery', {
  description: 'A message to a webhook, and its outcome. Stored for 30 days.',
  select: { id: true },
});
