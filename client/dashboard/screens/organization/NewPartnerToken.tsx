import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import type { NewPartnerTokenMutation } from '../../__generated__/NewPartnerTokenMutation.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { useAction } from '../../relay/use-action.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { notify } from '../../ui/messages.ts';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './OrganizationScreen.module.css';
import { TokenProjects } from './TokenProjects.tsx';

/** In place of the days after which a token ends. */
const never = 'never';

interface TokenFields {
  name: string;
  readOnly: boolean;
  /** None: all of the organization's. */
  projects: string[];
  /** After which it ends, or `never`. */
  days: string;
  /** Calls per minute; empty for no separate limit. */
  calls: number | string;
}

const blank: TokenFields = { name: '', readOnly: true, projects: [], days: never, calls: '' };
/** What errors call a field, where that is something else. */
const errorFields: Readonly<Record<string, string>> = { calls: 'callsPerMinute', days: 'expiresAt' };

/** The form for a token: what it may, for how long, and how often; its secret is shown once. */
export function NewPartnerToken({ organization }: { organization: string }) {
  const { tokens: w } = useWords(organizationWords);
  const [fields, setFields] = useState<TokenFields>(blank);
  const [secret, setSecret] = useState<string | null>(null);
  const { name, readOnly, projects, days, calls } = fields;
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [create, busy] = useCreateToken(organization);
  const change = (part: Partial<TokenFields>) => {
    clear(...Object.keys(part).map((field) => errorFields[field] ?? field));
    setFields((before) => ({ ...before, ...part }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await create(fields);
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    setFields({ ...blank, readOnly });
    setSecret(outcome.result.secret ?? null);
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
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Checkbox
        label={w.readOnly}
        description={w.readOnlyHint}
        checked={readOnly}
        onChange={(event) => change({ readOnly: event.currentTarget.checked })}
      />
      <Part what={w.what} waiting={<Bar height={60} />}>
        {(attempt) => (
          <TokenProjects
            organization={organization}
            attempt={attempt}
            value={projects}
            error={errors['projects']}
            onChange={(next) => change({ projects: next })}
          />
        )}
      </Part>
      <Select
        label={w.expiresIn}
        allowDeselect={false}
        data={[
          { value: never, label: w.never },
          ...[30, 90].map((count) => ({ value: String(count), label: w.inDays({ count }) })),
          { value: '365', label: w.inYear },
        ]}
        value={days}
        error={errors['expiresAt']}
        onChange={(next) => next !== null && change({ days: next })}
      />
      <NumberInput
        label={w.calls}
        description={w.callsHint}
        min={1}
        max={6000}
        allowDecimal={false}
        hideControls
        value={calls}
        error={errors['callsPerMinute']}
        onChange={(next) => change({ calls: next })}
      />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!name.trim()}>
          {w.create}
        </Button>
      </div>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </form>
  );
}

/** Creates a token, which the list of tokens then shows first. */
function useCreateToken(organization: string) {
  const [create, busy] = useAction<NewPartnerTokenMutation>(newPartnerTokenMutation);
  const run = ({ name, readOnly, projects, days, calls }: TokenFields) =>
    create(
      {
        input: {
          organization,
          name,
          readOnly,
          ...(projects.length > 0 && { projects }),
          ...(days !== never && {
            expiresAt: new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
          }),
          ...(calls !== '' && { callsPerMinute: Number(calls) }),
        },
      },
      {
        updater: (store) => {
          const made = store.getRootField('createPartnerToken')?.getLinkedRecord('token');
          const of = store.get(organization);
          if (made && of)
            of.setLinkedRecords([made, ...(of.getLinkedRecords('partnerTokens') ?? [])], 'partnerTokens');
        },
      },
    );
  return [run, busy] as const;
}

/** The secret of a new token, which is shown once. */
function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { tokens: w } = useWords(organizationWords);
  const copy = async () => {
    if (secret && (await copyText(secret))) notify(w.copied, 1000);
  };
  return (
    <Dialog
      title={w.secretTitle}
      opened={secret !== null}
      insist
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={() => void copy()}>
            {w.copy}
          </Button>
          <Button onClick={onClose}>{w.done}</Button>
        </>
      }
    >
      <p>{w.secretHint}</p>
      <code className={styles.secret} aria-label={w.label} role="note">
        {secret}
      </code>
    </Dialog>
  );
}

const newPartnerTokenMutation = graphql`
  mutation NewPartnerTokenMutation($input: CreatePartnerTokenInput!) {
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
          callsPerMinute
          projects {
            id
            name
          }
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
