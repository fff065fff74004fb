import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import type {
  WebhookEventKind,
  WebhookFormat,
  WebhookFormMutation,
} from '../../__generated__/WebhookFormMutation.graphql.ts';
import type { WebhookFormUpdateMutation } from '../../__generated__/WebhookFormUpdateMutation.graphql.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { notify } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { EventPicker } from './EventPicker.tsx';
import styles from './Webhooks.module.css';

/** Whose events a new webhook gets, by global id. */
export type WebhookOwner = { project: string } | { organization: string };

/** What its managers choose. */
interface WebhookFields {
  url: string;
  description: string;
  format: WebhookFormat;
  events: readonly WebhookEventKind[];
  enabled: boolean;
}

interface WebhookFormProps {
  /** Of a new webhook. */
  owner?: WebhookOwner;
  /** The one that is edited. */
  webhook?: WebhookFields & { id: string };
  onClose: () => void;
  onSecret?: (secret: string) => void;
}

const blank: WebhookFields = {
  url: '',
  description: '',
  format: 'STANDARD',
  events: ['ARTICLE_READY', 'ARTICLE_PUBLISHED', 'ARTICLE_FAILED'],
  enabled: true,
};
const formats = ['STANDARD', 'SLACK', 'TEAMS', 'DISCORD'] as const;

/** The form of a new or existing webhook. */
export function WebhookForm({ owner, webhook, onClose, onSecret }: WebhookFormProps) {
  const w = useWords(webhooksWords);
  const [fields, setFields] = useState<WebhookFields>(webhook ?? blank);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [create, creating] = useAction<WebhookFormMutation>(createMutation);
  const [update, updating] = useAction<WebhookFormUpdateMutation>(updateMutation);
  const change = (part: Partial<WebhookFields>) => {
    clear(...Object.keys(part));
    setFields((before) => ({ ...before, ...part }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { url, description, format, events, enabled } = fields;
    const input = { url, description, format, events, enabled };
    const outcome = webhook
      ? await update({ input: { id: webhook.id, ...input } })
      : await create({ input: { ...owner, ...input } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    onClose();
    if ('secret' in outcome.result && outcome.result.secret) onSecret?.(outcome.result.secret);
    else notify(w.saved, 2000);
  };
  return (
    <Dialog
      title={webhook ? w.editTitle : w.newTitle}
      opened
      className={styles.dialog}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {w.cancel}
          </Button>
          <Button type="submit" form="webhook" loading={creating || updating}>
            {webhook ? w.save : w.create}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id="webhook"
        className={styles.form}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <Fields fields={fields} errors={errors} isNew={!webhook} onChange={change} />
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  fields: WebhookFields;
  errors: FieldErrors;
  isNew: boolean;
  onChange: (part: Partial<WebhookFields>) => void;
}

/** Fields of the form. Only one that exists can be disabled. */
function Fields({ fields, errors, isNew, onChange }: FieldsProps) {
  const w = useWords(webhooksWords);
  const { url, description, format, events, enabled } = fields;
  const known = format as (typeof formats)[number];
  return (
    <>
      <TextInput
        type="url"
        label={w.url}
        description={w.urlHints[known]}
        value={url}
        error={errors['url']}
        maxLength={2048}
        autoComplete="off"
        placeholder="https://"
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <Select
          label={w.format}
          description={w.formatHints[known]}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={formats.map((value) => ({ value, label: w.formats[value] }))}
          value={format}
          onChange={(next) => next && onChange({ format: next as WebhookFormat })}
        />
        <TextInput
          label={w.description}
          description={w.descriptionHint}
          value={description}
          error={errors['description']}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </div>
      <EventPicker value={events} error={errors['events']} onChange={(next) => onChange({ events: next })} />
      {!isNew && (
        <Switch
          label={w.enabled}
          description={w.enabledHint}
          checked={enabled}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

const createMutation = graphql`
  mutation WebhookFormMutation($input: CreateWebhookInput!) {
    result: createWebhook(input: $input) {
      __typename
      ... on CreateWebhookSuccess {
        secret
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

const updateMutation = graphql`
  mutation WebhookFormUpdateMutation($input: UpdateWebhookInput!) {
    result: updateWebhook(input: $input) {
      __typename
      ... on UpdateWebhookSuccess {
        webhook {
          id
          ...WebhookItem_webhook
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
