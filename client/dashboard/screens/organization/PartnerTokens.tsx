import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  PartnerTokens_organization$data,
  PartnerTokens_organization$key,
} from '../../__generated__/PartnerTokens_organization.graphql.ts';
import type { PartnerTokensCreateMutation } from '../../__generated__/PartnerTokensCreateMutation.graphql.ts';
import type { PartnerTokensRevokeMutation } from '../../__generated__/PartnerTokensRevokeMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './OrganizationScreen.module.css';

type Token = NonNullable<PartnerTokens_organization$data['partnerTokens']>[number];

/**
 * The tokens of partners' programs: seen, made and revoked by the organization's maintainers, to whom alone
 * the server tells of them.
 */
export function PartnerTokens({ organization: key }: { organization: PartnerTokens_organization$key }) {
  const { id, partnerTokens } = useFragment(
    graphql`
    fragment PartnerTokens_organization on Organization {
      id
      partnerTokens {
        id
        name
        prefix
        readOnly
        createdAt
        expiresAt
        revokedAt
        lastUsedAt
        lastUsedNetwork
      }
    }
  `,
    key,
  );
  const { tokens: w } = useWords(organizationWords);
  if (!partnerTokens) return null;
  return (
    <Panel title={w.title}>
      <p className={styles.note}>
        {w.about}{' '}
        {w.tryIt({
          explorer: (text) => <a href="/explorer">{text}</a>,
          rest: (text) => <a href="/api/docs">{text}</a>,
        })}
      </p>
      {partnerTokens.length === 0 ? (
        <p className={styles.note}>{w.none}</p>
      ) : (
        <ul className={styles.tokens}>
          {partnerTokens.map((token) => (
            <TokenItem key={token.id} token={token} />
          ))}
        </ul>
      )}
      <NewToken organization={id} />
    </Panel>
  );
}

function TokenItem({
  token: { id, name, prefix, readOnly, createdAt, expiresAt, revokedAt, lastUsedAt, lastUsedNetwork },
}: {
  token: Token;
}) {
  const { tokens: w } = useWords(organizationWords);
  const format = useDateTimeFormat();
  const [asked, setAsked] = useState(false);
  const [revoke, busy] = useAction<PartnerTokensRevokeMutation>(graphql`
    mutation PartnerTokensRevokeMutation($input: RevokePartnerTokenInput!) {
      result: revokePartnerToken(input: $input) {
        __typename
        ... on RevokePartnerTokenSuccess {
          token {
            id
            revokedAt
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    const { ok } = await revoke({ input: { id } });
    setAsked(false);
    if (ok) notify(w.revoked({ name }), 2000);
  };
  const facts = [
    readOnly ? w.reads : w.writes,
    w.created({ when: format(createdAt) }),
    lastUsedAt
      ? lastUsedNetwork
        ? w.usedFrom({ when: format(lastUsedAt), network: lastUsedNetwork })
        : w.used({ when: format(lastUsedAt) })
      : w.unused,
    revokedAt
      ? w.isRevoked({ when: format(revokedAt) })
      : expiresAt && w.expires({ when: format(expiresAt) }),
  ];
  return (
    <li data-ended={revokedAt ? '' : undefined}>
      <span className={styles.facts}>
        <strong>{name}</strong>
        <span>
          <code>{prefix}…</code> · {facts.filter(Boolean).join(' · ')}
        </span>
      </span>
      {!revokedAt && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={w.revokeOf({ name })}
          onClick={() => setAsked(true)}
        >
          {w.revoke}
        </Button>
      )}
      <ConfirmDialog
        title={w.revokeTitle}
        confirm={w.revoke}
        opened={asked}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{w.revokeText({ name })}</p>
      </ConfirmDialog>
    </li>
  );
}

function NewToken({ organization }: { organization: string }) {
  const { tokens: w } = useWords(organizationWords);
  const [name, setName] = useState('');
  const [readOnly, setReadOnly] = useState(true);
  const [secret, setSecret] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [create, busy] = useAction<PartnerTokensCreateMutation>(graphql`
    mutation PartnerTokensCreateMutation($input: CreatePartnerTokenInput!) {
      result: createPartnerToken(input: $input) {
        __typename
        ... on CreatePartnerTokenSuccess {
          secret
          token {
            id
            name
            prefix
            readOnly
            createdAt
            expiresAt
            revokedAt
            lastUsedAt
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await create(
      { input: { organization, name, readOnly } },
      {
        updater: (store) => {
          const made = store.getRootField('createPartnerToken')?.getLinkedRecord('token');
          const of = store.get(organization);
          if (made && of)
            of.setLinkedRecords([made, ...(of.getLinkedRecords('partnerTokens') ?? [])], 'partnerTokens');
        },
      },
    );
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    setName('');
    setSecret(outcome.result.secret ?? null);
  };
  const copy = async () => {
    if (secret && (await copyText(secret))) notify(w.copied, 1000);
  };
  return (
    <form ref={form} className={styles.create} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={w.name}
        description={w.nameHint}
        value={name}
        error={errors['name']}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => {
          setName(event.currentTarget.value);
          clear('name');
        }}
      />
      <Checkbox
        label={w.readOnly}
        description={w.readOnlyHint}
        checked={readOnly}
        onChange={(event) => setReadOnly(event.currentTarget.checked)}
      />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!name.trim()}>
          {w.create}
        </Button>
      </div>
      <Dialog
        title={w.secretTitle}
        opened={secret !== null}
        insist
        onClose={() => setSecret(null)}
        actions={
          <>
            <Button variant="default" onClick={() => void copy()}>
              {w.copy}
            </Button>
            <Button onClick={() => setSecret(null)}>{w.done}</Button>
          </>
        }
      >
        <p>{w.secretHint}</p>
        <code className={styles.secret} aria-label={w.label} role="note">
          {secret}
        </code>
      </Dialog>
    </form>
  );
}
