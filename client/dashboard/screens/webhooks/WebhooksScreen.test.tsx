import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import organizationQuery, {
  type OrganizationWebhooksScreenQuery,
} from '../../__generated__/OrganizationWebhooksScreenQuery.graphql.ts';
import projectQuery, {
  type ProjectWebhooksScreenQuery,
} from '../../__generated__/ProjectWebhooksScreenQuery.graphql.ts';
import type { ReplayDialogMutation } from '../../__generated__/ReplayDialogMutation.graphql.ts';
import type { WebhookFormMutation } from '../../__generated__/WebhookFormMutation.graphql.ts';
import { NetworkError } from '../../relay/failures.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { eventKinds } from './event-groups.ts';
import OrganizationWebhooksScreen from './OrganizationWebhooksScreen.tsx';
import ProjectWebhooksScreen from './ProjectWebhooksScreen.tsx';

const user = userEvent.setup();
const webhook = (over: object = {}) => ({
  __typename: 'Webhook',
  id: 'w1',
  url: 'https://paper.example/hook?key=1',
  description: 'Newsletter',
  format: 'STANDARD',
  events: ['ARTICLE_READY', 'ARTICLE_FAILED'],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  firstFailureAt: null,
  lastSuccessAt: null,
  previousSecretExpiresAt: null,
  ...over,
});
const attempt = (over: object = {}) => ({
  createdAt: '2026-11-21T10:00:01Z',
  durationMs: 84,
  status: 204,
  responseBody: '',
  error: null,
  errorNotices: null,
  ...over,
});
const delivery = (over: object = {}) => ({
  __typename: 'WebhookDelivery',
  id: 'd1',
  type: 'article.ready',
  subject: 'article 12',
  messageId: 'msg_7',
  createdAt: '2026-11-21T10:00:00Z',
  state: 'DELIVERED',
  nextAttemptAt: null,
  requestBody: '{"type":"article.ready"}',
  attempts: [attempt()],
  ...over,
});

async function openOrganization(webhooks: object[] | null) {
  const stage = await renderScreen<OrganizationWebhooksScreenQuery>(
    OrganizationWebhooksScreen,
    organizationQuery,
    { slug: 'daily' },
    { path: '/projects/organization/:slug/webhooks', at: '/projects/organization/daily/webhooks' },
  );
  await stage.answerWith('OrganizationWebhooksScreenQuery', {
    data: { organization: { __typename: 'Organization', id: 'o1', name: 'Daily', slug: 'daily', webhooks } },
  } as never);
  return stage;
}

async function openLog(deliveries: object[], over: object = {}) {
  const stage = await openOrganization([webhook(over)]);
  await user.click(screen.getByRole('button', { name: 'Deliveries' }));
  await stage.answerWith('WebhookLogQuery', logOf(deliveries, over) as never);
  return stage;
}
const logOf = (deliveries: object[], over: object = {}) => ({
  data: {
    node: {
      ...webhook(over),
      deliveries: {
        edges: deliveries.map((node, place) => ({ cursor: `c${place}`, node })),
        pageInfo: { endCursor: null, hasNextPage: false },
      },
    },
  },
});

it('explains webhooks where there are none, and leads to the documentation', async () => {
  await openOrganization([]);
  expect(document.title).toBe('Webhooks · Daily · Parlance');
  expect(screen.getByText(/^A webhook sends a signed message/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /receive webhooks/ }).getAttribute('href')).toBe(
    '/projects/docs/webhooks',
  );
});

it('says that an organization’s webhooks are not for everyone', async () => {
  await openOrganization(null);
  expect(document.title).toBe('You don’t have access');
  expect(screen.queryByRole('button', { name: 'Add webhook' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Daily' }).getAttribute('href')).toBe(
    '/projects/organization/daily',
  );
});

it.each([
  [{}, 'Not used yet'],
  [{ lastSuccessAt: '2026-11-20T10:00:00Z' }, 'Working'],
  [{ lastSuccessAt: '2026-11-20T10:00:00Z', firstFailureAt: '2026-11-21T10:00:00Z' }, 'Failing'],
  [{ enabled: false }, 'Disabled'],
  [{ enabled: false, disabledReason: 'GONE', disabledAt: '2026-11-21T10:00:00Z' }, 'Disabled'],
])('shows whether a webhook works: %j', async (over, state) => {
  await openOrganization([webhook(over)]);
  expect(screen.getByText(state)).toBeTruthy();
});

it('creates a webhook and shows its secret once', async () => {
  const stage = await openOrganization([]);
  await user.click(screen.getByRole('button', { name: 'Add webhook' }));
  const form = within(screen.getByRole('dialog', { name: 'New webhook' }));
  await user.type(form.getByRole('textbox', { name: 'URL' }), 'https://paper.example/hook');
  await user.click(form.getByRole('checkbox', { name: 'All: Review' }));
  await user.click(form.getByRole('checkbox', { name: 'Audio ready' }));
  await user.click(form.getByRole('button', { name: 'Create webhook' }));
  expect(stage.sent<WebhookFormMutation>('WebhookFormMutation')).toEqual({
    input: {
      organization: 'o1',
      url: 'https://paper.example/hook',
      description: '',
      format: 'STANDARD',
      events: ['ARTICLE_PUBLISHED', 'ARTICLE_FAILED', 'REVIEW_FINDINGS', 'REVIEW_COMPLETED'],
      enabled: true,
    },
  });
  await stage.succeed('WebhookFormMutation', 'CreateWebhookSuccess', {
    secret: 'whsec_abc',
    project: null,
    organization: { __typename: 'Organization', id: 'o1', webhooks: [webhook()] },
  });
  const dialog = within(screen.getByRole('dialog', { name: 'Copy the secret now' }));
  expect(dialog.getByText('whsec_abc')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('whsec_abc');
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('whsec_abc')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Newsletter' })).toBeTruthy();
});

it('shows what the server refuses at the field, and says which events are missing', async () => {
  const stage = await openOrganization([]);
  await user.click(screen.getByRole('button', { name: 'Add webhook' }));
  await user.click(screen.getByRole('button', { name: 'Create webhook' }));
  await stage.refuse('WebhookFormMutation', { url: 'Enter a URL.', events: 'Choose an event.' });
  expect(screen.getByRole('textbox', { name: 'URL' }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Choose an event.')).toBeTruthy();
});

it('names a few events and counts the others', async () => {
  await openOrganization([webhook({ events: [...eventKinds].slice(0, 10) })]);
  const events = within(screen.getByRole('list', { name: 'Events' }));
  expect(events.getAllByRole('listitem')).toHaveLength(7);
  expect(events.getByText('4 more events').title).toContain('Article deleted');
});

it('enables a webhook that failures disabled, and offers what it missed', async () => {
  const disabledAt = '2026-11-21T10:00:00Z';
  const stage = await openOrganization([webhook({ enabled: false, disabledReason: 'FAILURES', disabledAt })]);
  expect(screen.getByText(/after five days of failed deliveries/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send test' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Enable' }));
  expect(stage.sent('WebhookStateEnableMutation')).toEqual({ input: { id: 'w1', enabled: true } });
  await stage.succeed('WebhookStateEnableMutation', 'UpdateWebhookSuccess', { webhook: webhook() });
  const dialog = within(screen.getByRole('dialog', { name: 'Replay missed events?' }));
  await user.click(dialog.getByRole('button', { name: 'Replay events' }));
  expect(stage.sent<ReplayDialogMutation>('ReplayDialogMutation')).toEqual({
    input: { id: 'w1', since: disabledAt },
  });
  await stage.succeed('ReplayDialogMutation', 'ReplayWebhookSuccess', { messages: 3 });
  expect(screen.getByText('Sending 3 messages')).toBeTruthy();
  expect(stage.isPending('WebhookLogQuery')).toBe(true);
});

it('sends a test, and opens the log to show what came of it', async () => {
  const stage = await openOrganization([webhook()]);
  await user.click(screen.getByRole('button', { name: 'Send test' }));
  await stage.succeed('WebhookItemTestMutation', 'TestWebhookSuccess');
  await stage.answerWith(
    'WebhookLogQuery',
    logOf([delivery({ type: 'webhook.test', subject: 'test 3' })]) as never,
  );
  expect(screen.getByText('Test message')).toBeTruthy();
  expect(screen.getByText('Delivered', { selector: 'summary *' })).toBeTruthy();
});

it('shows request and response of each attempt, and sends a message again', async () => {
  const failed = attempt({
    status: null,
    responseBody: null,
    error: 'paper.example refused the connection.',
  });
  const stage = await openLog([
    delivery({
      state: 'PENDING',
      nextAttemptAt: '2026-11-21T18:00:00Z',
      attempts: [attempt({ createdAt: '2026-11-21T10:01:00Z', status: 503, responseBody: 'Busy' }), failed],
    }),
  ]);
  expect(screen.getByText('Retrying')).toBeTruthy();
  expect(screen.getByText('Article 12')).toBeTruthy();
  expect(screen.getByText(/"type": "article.ready"/)).toBeTruthy();
  expect(screen.getByText('HTTP 503')).toBeTruthy();
  expect(screen.getByText('Busy')).toBeTruthy();
  expect(screen.getByText('paper.example refused the connection.')).toBeTruthy();
  await user.click(screen.getByText('Send again'));
  expect(stage.sent('WebhookDeliveryResendMutation')).toEqual({ input: { id: 'd1' } });
});

it('can be retried where the log does not load, and says where a filter finds nothing', async () => {
  const stage = await openOrganization([webhook()]);
  await user.click(screen.getByRole('button', { name: 'Deliveries' }));
  await stage.fail('WebhookLogQuery', new NetworkError());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await stage.answerWith('WebhookLogQuery', logOf([]) as never);
  expect(screen.getByText(/^No deliveries in the last 30 days/)).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(screen.getByRole('option', { name: 'Failed' }));
  expect(stage.sent('WebhookLogQuery')).toEqual({ id: 'w1', state: 'FAILED', event: null });
  await stage.answerWith('WebhookLogQuery', logOf([]) as never);
  expect(screen.getByText('No deliveries match.')).toBeTruthy();
});

it('rotates the secret with an overlap', async () => {
  const stage = await openOrganization([webhook()]);
  await user.click(screen.getByRole('button', { name: 'More actions for Newsletter' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Rotate secret/ }));
  await user.click(screen.getByRole('button', { name: 'Create new secret' }));
  expect(stage.sent('RotateSecretDialogMutation')).toEqual({ input: { id: 'w1', overlapHours: 24 } });
  await stage.succeed('RotateSecretDialogMutation', 'RotateWebhookSecretSuccess', {
    secret: 'whsec_new',
    webhook: {
      __typename: 'Webhook',
      id: 'w1',
      previousSecretExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  expect(screen.getByText('whsec_new')).toBeTruthy();
  expect(screen.getByText(/^Messages are also signed with the previous secret until/)).toBeTruthy();
});

it('deletes after asking', async () => {
  const stage = await openOrganization([webhook()]);
  await user.click(screen.getByRole('button', { name: 'More actions for Newsletter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(screen.getByText(/^“Newsletter” gets no more messages/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete webhook' }));
  await stage.succeed('WebhookItemDeleteMutation', 'DeleteWebhookSuccess', {
    project: null,
    organization: { __typename: 'Organization', id: 'o1', webhooks: [] },
  });
  expect(screen.getByRole('heading', { name: 'No webhooks yet' })).toBeTruthy();
});

it.each([
  [true, 1],
  [false, 0],
])('is a page of a project for those who manage it: %s', async (canManageWebhooks, shown) => {
  const stage = await renderScreen<ProjectWebhooksScreenQuery>(
    ProjectWebhooksScreen,
    projectQuery,
    { id: '7' },
    { path: '/projects/:id/webhooks', at: '/projects/7/webhooks' },
  );
  await stage.answer('ProjectWebhooksScreenQuery', {
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      canManageWebhooks,
      entitlements: [],
      roles: [],
      webhooks: [],
    }),
  });
  expect(document.title).toBe(shown ? 'Webhooks of Gazette · Parlance' : 'You don’t have access');
  expect(screen.queryAllByRole('heading', { level: 1, name: 'Webhooks' })).toHaveLength(shown);
  expect(screen.queryAllByRole('button', { name: 'Add webhook' })).toHaveLength(shown);
});
