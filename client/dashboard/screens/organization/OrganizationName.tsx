import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { OrganizationName_organization$key } from '../../__generated__/OrganizationName_organization.graphql.ts';
import type { OrganizationNameMutation } from '../../__generated__/OrganizationNameMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './OrganizationScreen.module.css';

/** The organization's name, for those who may change it: its maintainers and editors, and administrators. */
export function OrganizationName({ organization: key }: { organization: OrganizationName_organization$key }) {
  const { id, name, canRename } = useFragment(
    graphql`
    fragment OrganizationName_organization on Organization {
      id
      name
      canRename
    }
  `,
    key,
  );
  const { name: w } = useWords(organizationWords);
  const [typed, setTyped] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [rename, busy] = useAction<OrganizationNameMutation>(graphql`
    mutation OrganizationNameMutation($input: UpdateOrganizationInput!) {
      result: updateOrganization(input: $input) {
        __typename
        ... on UpdateOrganizationSuccess {
          organization {
            id
            name
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  if (!canRename) return null;
  const value = typed ?? name;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (value.trim() === '') return refuse({ name: w.required });
    const outcome = await rename({ input: { id, name: value } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    setTyped(null);
    notify(w.saved, 2000);
  };
  return (
    <Panel title={w.title}>
      <form ref={form} className={styles.rename} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          aria-label={w.title}
          value={value}
          maxLength={200}
          error={errors['name']}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            clear('name');
          }}
        />
        <Button type="submit" variant="default" loading={busy} disabled={value === name}>
          {w.save}
        </Button>
      </form>
    </Panel>
  );
}
