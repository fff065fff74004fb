import type { World } from '../rest/rest-calls.ts';
import type { AudienceName } from './callers.ts';

interface Row {
  may: AudienceName;
  hidden?: true;
  call?: (world: World) => string;
}

const creating = (owner: string): string =>
  `mutation { createWebhook(input: { ${owner}, url: "https://example.com/hook", events: [ARTICLE_READY] }) { __typename ... on Error { message } } }`;

/** Webhooks send what happens to other systems: for those who manage the project or organization. */
export const webhookOperations: Record<string, Row> = {
  // Of an organization: below.
  'Mutation.createWebhook': {
    may: 'maintainers',
    call: ({ project }) => creating(`project: "${project.id}"`),
  },
  ...Object.fromEntries(
    [
      'updateWebhook',
      'deleteWebhook',
      'rotateWebhookSecret',
      'testWebhook',
      'replayWebhook',
      'resendWebhookDelivery',
    ].map((name) => [`Mutation.${name}`, { may: 'maintainers' } as const]),
  ),
};

export const webhookParts: Record<string, Row> = {
  'createWebhook: of an organization': {
    may: 'maintainers of the organization',
    call: ({ organization }) => creating(`organization: "${organization.id}"`),
  },
  'Organization.webhooks': {
    may: 'maintainers of the organization',
    hidden: true,
    call: ({ organization }) => `{ organization(id: ${organization.id}) { webhooks { description } } }`,
  },
  'Project.webhooks': {
    may: 'maintainers',
    hidden: true,
    call: ({ project }) => `{ project(id: ${project.id}) { webhooks { description } } }`,
  },
};
