import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { BillingContact_organization$key } from '../../__generated__/BillingContact_organization.graphql.ts';
import type { BillingContactMutation } from '../../__generated__/BillingContactMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './OrganizationScreen.module.css';

/** Where an organization's invoices are sent, for those who may buy for it. */
export function BillingContact({ organization: key }: { organization: BillingContact_organization$key }) {
  const { id, billingEmail, purchasing } = useFragment(
    graphql`
    fragment BillingContact_organization on Organization {
      id
      billingEmail
      purchasing {
        manageable
        plans {
          __typename
        }
      }
    }
  `,
    key,
  );
  const { billing: w } = useWords(organizationWords);
  const [typed, setTyped] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [update, busy] = useAction<BillingContactMutation>(graphql`
    mutation BillingContactMutation($input: UpdateOrganizationInput!) {
      result: updateOrganization(input: $input) {
        __typename
        ... on UpdateOrganizationSuccess {
          organization {
            id
            billingEmail
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  // Where nothing is sold, nothing is invoiced by the payment service.
  if (!purchasing || (purchasing.plans.length === 0 && !purchasing.manageable)) return null;
  const kept = billingEmail ?? '';
  const value = typed ?? kept;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const outcome = await update({ input: { id, billingEmail: value } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    setTyped(null);
    notify(w.saved, 2000);
  };
  return (
    <Panel title={w.title}>
      <form ref={form} className={styles.rename} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label={w.label}
          description={w.hint}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={value}
          error={errors['billingEmail']}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            clear('billingEmail');
          }}
        />
        <Button type="submit" variant="default" loading={busy} disabled={value === kept}>
          {w.save}
        </Button>
      </form>
    </Panel>
  );
}
