import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import type { FirstOrganizationMutation } from '../../__generated__/FirstOrganizationMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';

/**
 * Asks users without an organization to name one. Dismissing it hides it until the user leaves the screen.
 */
export function FirstOrganization() {
  const { firstOrganization: w } = useWords(profileWords);
  const [isPutOff, setPutOff] = useState(false);
  const [name, setName] = useState<string>(w.default);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [create, busy] = useAction<FirstOrganizationMutation>(graphql`
    mutation FirstOrganizationMutation($input: CreateOrganizationInput!) {
      result: createOrganization(input: $input) {
        __typename
        ... on CreateOrganizationSuccess {
          organization {
            slug
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  if (isPutOff) return null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (!trimmed) return refuse({ name: w.required });
    const outcome = await create({ input: { name: trimmed } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    // Menus and permissions depend on the organization, so the page reloads with fresh user data.
    location.assign(`/projects/organization/${outcome.result.organization?.slug}`);
  };
  return (
    <Panel title={w.title}>
      <form ref={form} noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
        <p className={styles.note}>{w.about}</p>
        <TextInput
          label={w.name}
          maxLength={200}
          value={name}
          error={errors['name']}
          onChange={(event) => {
            setName(event.currentTarget.value);
            clear('name');
          }}
        />
        <div className={styles.buttons}>
          <Button type="submit" loading={busy}>
            {w.save}
          </Button>
          <Button variant="default" onClick={() => setPutOff(true)}>
            {w.later}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
