import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { WebhookItem_webhook$key } from '../../__generated__/WebhookItem_webhook.graphql.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { WebhookForm, type WebhookOwner } from './WebhookForm.tsx';
import { WebhookItem } from './WebhookItem.tsx';
import styles from './Webhooks.module.css';

interface WebhookListProps {
  owner: WebhookOwner;
  webhooks: readonly (WebhookItem_webhook$key & { readonly id: string })[];
}

/** All webhooks of an organization or a project, and the form for another one. */
export function WebhookList({ owner, webhooks }: WebhookListProps) {
  const w = useWords(webhooksWords);
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {w.add}
    </Button>
  );
  const learn = <Link to="/projects/docs/webhooks">{w.learn}</Link>;
  return (
    <div className={styles.page}>
      {webhooks.length === 0 ? (
        <Panel>
          <EmptyState icon={IconWebhook} title={w.none} action={add}>
            {w.noneText} {learn}
          </EmptyState>
        </Panel>
      ) : (
        <>
          <div className={styles.bar}>
            {add}
            {learn}
          </div>
          <ul className={styles.webhooks}>
            {webhooks.map((webhook) => (
              <WebhookItem key={webhook.id} webhook={webhook} onSecret={setSecret} />
            ))}
          </ul>
        </>
      )}
      {adding && <WebhookForm owner={owner} onClose={() => setAdding(false)} onSecret={setSecret} />}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </div>
  );
}
