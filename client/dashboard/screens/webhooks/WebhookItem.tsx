// oxlint-disable relay/unused-fields -- the form reads them of the whole webhook
import { Button, Menu } from '@mantine/core';
import { IconKey, IconPencil, IconRepeat, IconSend, IconTrash } from '@tabler/icons-react';
import { startTransition, useId, useRef, useState, type RefObject } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  WebhookItem_webhook$data,
  WebhookItem_webhook$key,
} from '../../__generated__/WebhookItem_webhook.graphql.ts';
import type { WebhookItemDeleteMutation } from '../../__generated__/WebhookItemDeleteMutation.graphql.ts';
import type { WebhookItemTestMutation } from '../../__generated__/WebhookItemTestMutation.graphql.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { MenuButton } from '../../ui/dialogs/MenuButton.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { ReplayDialog } from './ReplayDialog.tsx';
import { RotateSecretDialog } from './RotateSecretDialog.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookLog } from './WebhookLog.tsx';
import { knownEvents, WebhookState } from './WebhookState.tsx';
import styles from './Webhooks.module.css';

type Opened = 'edit' | 'rotate' | 'replay' | 'delete';

const shownMs = 2_000;

interface WebhookItemProps {
  webhook: WebhookItem_webhook$key;
  onSecret: (secret: string) => void;
}

/** A webhook: its state, what can be done with it, and its log when that is opened. */
export function WebhookItem({ webhook: key, onSecret }: WebhookItemProps) {
  const webhook = useFragment(webhookFragment, key);
  const w = useWords(webhooksWords);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [missedSince, setMissedSince] = useState<string | null>(null);
  /** Grows when the log is to be read again: after a test, a resend and a replay. Null: it is closed. */
  const [log, setLog] = useState<number | null>(null);
  const more = useRef<HTMLButtonElement>(null);
  const logId = useId();
  const { id, enabled } = webhook;
  const name = nameOf(webhook, w.unreadable);
  const open = (what: Opened) => {
    setMissedSince(null);
    setOpened(what);
  };
  const close = () => setOpened(null);
  const reload = () => startTransition(() => setLog((count) => (count ?? 0) + 1));
  return (
    <li>
      <Panel>
        <WebhookState
          name={name}
          webhook={webhook}
          onEnabled={(disabledAt) => {
            setMissedSince(disabledAt);
            setOpened('replay');
          }}
        />
        <WebhookActions
          webhook={webhook}
          name={name}
          log={{ id: logId, isOpen: log !== null }}
          more={more}
          onToggleLog={() => setLog((shown) => (shown === null ? 0 : null))}
          onTested={reload}
          onOpen={open}
        />
        <div id={logId}>
          {log !== null && <WebhookLog webhook={id} version={log} enabled={enabled} onReload={reload} />}
        </div>
      </Panel>
      {opened === 'edit' && (
        <WebhookForm
          webhook={{ ...webhook, url: webhook.url ?? '', events: knownEvents(webhook.events) }}
          onClose={close}
        />
      )}
      {opened === 'rotate' && (
        <RotateSecretDialog webhook={id} trigger={more} onClose={close} onSecret={onSecret} />
      )}
      {opened === 'replay' && (
        <ReplayDialog
          webhook={id}
          missedSince={missedSince}
          trigger={more}
          onClose={close}
          onReplayed={reload}
        />
      )}
      {opened === 'delete' && <DeleteWebhook id={id} name={name} trigger={more} onClose={close} />}
    </li>
  );
}

interface WebhookActionsProps {
  webhook: WebhookItem_webhook$data;
  name: string;
  log: { id: string; isOpen: boolean };
  more: RefObject<HTMLButtonElement | null>;
  onToggleLog: () => void;
  onTested: () => void;
  onOpen: (what: Opened) => void;
}

/** Buttons of a webhook, and in a menu what is rarely needed. */
function WebhookActions({ webhook, name, log, more, onToggleLog, onTested, onOpen }: WebhookActionsProps) {
  const w = useWords(webhooksWords);
  const { id, enabled } = webhook;
  const [send, sending] = useAction<WebhookItemTestMutation>(testMutation);
  const test = async () => {
    if (!(await send({ input: { id } })).ok) return;
    notify(w.tested, shownMs);
    onTested();
  };
  return (
    <div className={styles.actions}>
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={log.isOpen}
        aria-controls={log.id}
        onClick={onToggleLog}
      >
        {w.log.title}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconSend size={15} />}
        loading={sending}
        disabled={!enabled}
        onClick={() => void test()}
      >
        {w.test}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPencil size={15} />}
        onClick={() => onOpen('edit')}
      >
        {w.edit}
      </Button>
      <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <MenuButton ref={more} label={w.more({ name })} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconRepeat size={16} />}
            disabled={!enabled}
            onClick={() => onOpen('replay')}
          >
            {w.replay.open}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onOpen('rotate')}>
            {w.rotate.open}
          </Menu.Item>
          <Menu.Item
            className={styles.danger!}
            leftSection={<IconTrash size={16} />}
            onClick={() => onOpen('delete')}
          >
            {w.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** The description, or else the host. */
function nameOf({ description, url }: WebhookItem_webhook$data, unreadable: string): string {
  return description || URL.parse(url ?? '')?.host || unreadable;
}

interface DeleteWebhookProps {
  id: string;
  name: string;
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function DeleteWebhook({ id, name, trigger, onClose }: DeleteWebhookProps) {
  const w = useWords(webhooksWords);
  const [remove, removing] = useAction<WebhookItemDeleteMutation>(deleteMutation);
  const confirm = async () => {
    const { ok } = await remove({ input: { id } });
    onClose();
    if (ok) notify(w.deleted, shownMs);
  };
  return (
    <ConfirmDialog
      title={w.deleteTitle}
      confirm={w.deleteConfirm}
      opened
      busy={removing}
      trigger={trigger}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{w.deleteText({ name })}</p>
    </ConfirmDialog>
  );
}

const webhookFragment = graphql`
  fragment WebhookItem_webhook on Webhook {
    id
    url
    description
    format
    events
    enabled
    ...WebhookState_webhook
  }
`;

const testMutation = graphql`
  mutation WebhookItemTestMutation($input: TestWebhookInput!) {
    result: testWebhook(input: $input) {
      __typename
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const deleteMutation = graphql`
  mutation WebhookItemDeleteMutation($input: DeleteWebhookInput!) {
    result: deleteWebhook(input: $input) {
      __typename
      ... on DeleteWebhookSuccess {
        project {
          webhooks {
            id
            ...WebhookItem_webhook
          }
        }
        organization {
          webhooks {
            id
            ...WebhookItem_webhook
          }
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
