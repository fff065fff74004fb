import { Button, Textarea, TextInput } from '@mantine/core';
import { useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { graphql } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { VerifiedOrganizationMutation } from '../../__generated__/VerifiedOrganizationMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';

const empty = { name: '', address: '', vat: '' };

/** Creates an organization that pays by invoice, and goes there. */
export function VerifiedOrganization({
  trigger,
  onClose,
}: {
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { verified: w } = useWords(profileWords);
  const navigate = useNavigate();
  const id = useId();
  const [values, setValues] = useState(empty);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [create, busy] = useAction<VerifiedOrganizationMutation>(graphql`
    mutation VerifiedOrganizationMutation($input: CreateVerifiedOrganizationInput!) {
      result: createVerifiedOrganization(input: $input) {
        __typename
        ... on CreateVerifiedOrganizationSuccess {
          organization {
            slug
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const field = (name: keyof typeof empty) => ({
    label: w[name],
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [name]: event.currentTarget.value });
      clear(name);
    },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!values.name.trim()) return;
    const outcome = await create({
      input: {
        name: values.name.trim(),
        address: values.address.trim() || null,
        vat: values.vat.trim() || null,
        verified: true,
      },
    });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    if (outcome.result.organization)
      void navigate(`/projects/organization/${outcome.result.organization.slug}`);
  };
  return (
    <Dialog
      title={w.title}
      opened
      trigger={trigger}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {w.cancel}
          </Button>
          <Button type="submit" form={id} loading={busy} disabled={!values.name.trim()}>
            {w.create}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
        <TextInput maxLength={200} {...field('name')} />
        <Textarea autosize={false} rows={3} maxLength={500} {...field('address')} />
        <TextInput maxLength={40} {...field('vat')} />
        <p className={styles.note}>{w.note}</p>
      </form>
    </Dialog>
  );
}
