import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AlexaConnectionPublishMutation } from '../../../__generated__/AlexaConnectionPublishMutation.graphql.ts';
import type { AmazonAccount_project$data } from '../../../__generated__/AmazonAccount_project.graphql.ts';
import type { AmazonAccountUnlinkMutation } from '../../../__generated__/AmazonAccountUnlinkMutation.graphql.ts';
import type { DeploymentPanel_deployment$data } from '../../../__generated__/DeploymentPanel_deployment.graphql.ts';
import { renderComponent, type Fields } from '../../../../testing/screen.tsx';
import { changeConnection } from '../../../relay/connection.ts';
import { AlexaConnection } from './AlexaConnection.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  changeConnection({ live: true, online: true });
});
afterEach(() => {
  vi.useRealTimers();
  changeConnection({ live: false });
});
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
// The messages at the edge of the window are a status, too.
const status = () =>
  screen.getAllByRole('status').find((element) => element.dataset['status'] !== undefined)!;
const publishButton = () => screen.queryByRole('button', { name: 'Publish' });

type Deployment = Fields<DeploymentPanel_deployment$data>;
interface Given {
  account?: AmazonAccount_project$data['amazonAccount'];
  available?: boolean;
  deployment?: Deployment | null;
}

async function open({
  account = { name: 'Ada Developer', state: 'LINKED' },
  available = true,
  deployment = null,
}: Given = {}) {
  const stage = await renderComponent(<AlexaConnection channel="c3" />);
  await stage.answerWith('AlexaConnectionQuery', {
    data: {
      channel: {
        __typename: 'Channel',
        id: 'c3',
        slug: 'daily',
        project: {
          __typename: 'Project',
          id: 'p7',
          databaseId: 7,
          amazonLinkingAvailable: available,
          amazonAccount: account,
        },
        deployment: deployment && { __typename: 'Deployment', ...deployment },
      },
    },
  });
  return stage;
}

const waiting: Deployment = {
  id: 'd1',
  status: 'STARTING',
  description: 'Deployment is waiting to start',
  descriptionNotices: [{ code: 'DEPLOYMENT_WAITING', parameters: {} }],
};
type Stage = Awaited<ReturnType<typeof open>>;

async function publish(stage: Stage): Promise<void> {
  await user.click(publishButton()!);
  expect(stage.sent<AlexaConnectionPublishMutation>('AlexaConnectionPublishMutation').input).toEqual({
    channel: 'daily',
  });
  await stage.succeed('AlexaConnectionPublishMutation', 'CreateDeploymentSuccess', {
    deployment: { __typename: 'Deployment', ...waiting },
  });
}

const tell = (stage: Stage, change: Partial<Deployment>) =>
  act(async () => {
    const operation = stage.environment.mock.findOperation(
      ({ request }) => request.node.params.name === 'DeploymentPanelSubscription',
    );
    stage.environment.mock.nextValue(operation, {
      data: { deployment: { __typename: 'Deployment', ...waiting, ...change } },
    });
  });

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('explains without an account that one must be linked, and links to Amazon', async () => {
  await open({ account: null });
  expect(screen.getByText(/Connect an Alexa developer account to publish/)).toBeTruthy();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Connect to Alexa' });
  expect(link.getAttribute('href')).toBe(
    `/connect/amazon?project=7&return=${encodeURIComponent(location.pathname)}`,
  );
  expect(publishButton()).toBeNull();
});

it('shows when the server cannot link accounts, or the link was revoked', async () => {
  await open({ account: null, available: false });
  expect(screen.getByText(/isn’t set up for Login with Amazon/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Connect to Alexa' })).toBeNull();
});

it('renews a link that Amazon no longer accepts', async () => {
  await open({ account: { name: 'Ada Developer', state: 'REVOKED' } });
  expect(screen.getByText(/no longer accepts the connection to Ada Developer/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Connect to Alexa' })).toBeTruthy();
  expect(publishButton()).toBeNull();
});

it('shows the status of publishing in place of the button, until ten seconds after the end', async () => {
  const stage = await open();
  expect(screen.getByText('Ada Developer')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Alexa developer console' })).toBeTruthy();
  await publish(stage);
  expect(status().textContent).toBe('Deployment is waiting to start');
  expect(publishButton()).toBeNull();
  await tell(stage, { description: 'Amazon is checking the skill.' });
  expect(status().textContent).toBe('Amazon is checking the skill.');
  await pass(20_000);
  expect(status()).toBeTruthy();
  await tell(stage, { status: 'FINISHED', description: 'The skill is ready.' });
  expect(status().textContent).toBe('The skill is ready.');
  expect(publishButton()).not.toBeNull();
  await pass(9_900);
  expect(screen.getByText('The skill is ready.')).toBeTruthy();
  await pass(200);
  expect(screen.queryByText('The skill is ready.')).toBeNull();
});

it('shows why publishing failed', async () => {
  const stage = await open();
  await publish(stage);
  await tell(stage, { status: 'FAILED', description: 'Amazon refused the skill. Amazon says: “No.”' });
  expect(screen.getByRole('alert').textContent).toBe('Amazon refused the skill. Amazon says: “No.”');
  expect(publishButton()).not.toBeNull();
});

it('polls every second while no events arrive', async () => {
  const stage = await open();
  changeConnection({ live: false });
  await publish(stage);
  await pass(1_000);
  await stage.answerWith('DeploymentPanelQuery', {
    data: { deployment: { __typename: 'Deployment', ...waiting, description: 'Still' } },
  });
  expect(status().textContent).toBe('Still');
  await pass(1_000);
  await stage.answerWith('DeploymentPanelQuery', {
    data: { deployment: { __typename: 'Deployment', ...waiting, status: 'FINISHED', description: 'Done' } },
  });
  expect(status().textContent).toBe('Done');
  await pass(3_000);
  expect(stage.isPending('DeploymentPanelQuery')).toBe(false);
});

it('shows a running deployment when the screen opens, and no finished one', async () => {
  await open({ deployment: waiting });
  expect(status().textContent).toBe('Deployment is waiting to start');
});

it('shows no deployment that ended before', async () => {
  await open({ deployment: { ...waiting, status: 'FAILED', description: 'Old' } });
  expect(screen.queryByText('Old')).toBeNull();
  expect(publishButton()).not.toBeNull();
});

it('shows why publishing was refused', async () => {
  const stage = await open();
  await user.click(publishButton()!);
  await stage.refuse('AlexaConnectionPublishMutation', {
    channel: 'Connect an Alexa developer account first.',
  });
  expect(screen.getByRole('alert').textContent).toBe('Connect an Alexa developer account first.');
});

it('disconnects after confirmation', async () => {
  const stage = await open();
  await user.click(screen.getByRole('button', { name: 'Disconnect' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/^Projects of your organization can’t publish/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
  expect(stage.sent<AmazonAccountUnlinkMutation>('AmazonAccountUnlinkMutation').input).toEqual({
    project: 'p7',
  });
  await stage.succeed('AmazonAccountUnlinkMutation', 'UnlinkAmazonAccountSuccess', {
    project: { __typename: 'Project', id: 'p7', amazonAccount: null },
  });
  expect(screen.getByRole('link', { name: 'Connect to Alexa' })).toBeTruthy();
});
