import { Button, Select, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { SecondFactorRequirement_organization$key } from '../../__generated__/SecondFactorRequirement_organization.graphql.ts';
import type { SecondFactorRequirementMutation } from '../../__generated__/SecondFactorRequirementMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './OrganizationScreen.module.css';

/** Grace periods for members to choose from, days. */
const graces = [0, 7, 14, 30] as const;

/** Whether members need more than a password; chosen by maintainers, seen by all. */
export function SecondFactorRequirement({
  organization: key,
}: {
  organization: SecondFactorRequirement_organization$key;
}) {
  const { id, secondFactorDueAt, partnerTokens, members } = useFragment(organizationFragment, key);
  const { secondFactor: w } = useWords(organizationWords);
  const format = useDateTimeFormat();
  const isOn = secondFactorDueAt != null;
  // Whether the requirement applies is evaluated at the time when the page was opened.
  const [opened] = useState(() => Date.now());
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [grace, setGrace] = useState<string>('14');
  const [error, setError] = useState<string | null>(null);
  const [require, busy] = useAction<SecondFactorRequirementMutation>(secondFactorRequirementMutation);
  // Users who aren't members don't see how the requirement is met.
  if (!members) return null;
  const required = chosen ?? isOn;
  const lacking = members.filter(
    ({ status, hasSecondFactor }) => status === 'ACTIVE' && hasSecondFactor === false,
  );
  const state = !secondFactorDueAt
    ? w.off
    : new Date(secondFactorDueAt).getTime() > opened
      ? w.soon({ when: format(secondFactorDueAt) })
      : w.on({ when: format(secondFactorDueAt) });
  const save = async () => {
    setError(null);
    const outcome = await require({ input: { organization: id, required, graceDays: Number(grace) } });
    if (!outcome.ok) return setError(Object.values(outcome.fieldErrors)[0] ?? null);
    setChosen(null);
    notify(w.saved, 2000);
  };
  // Only organization administrators receive partner tokens.
  const manages = partnerTokens != null;
  return (
    <Panel title={w.title}>
      <p>
        {state} {manages && isOn && w.lacking({ count: lacking.length })}
      </p>
      {manages && (
        <div className={styles.create}>
          <p className={styles.note}>{w.about}</p>
          <Switch
            label={w.required}
            checked={required}
            onChange={(event) => setChosen(event.currentTarget.checked)}
          />
          {required && !isOn && (
            <Select
              label={w.grace}
              maw={220}
              allowDeselect={false}
              data={graces.map((count) => ({ value: String(count), label: w.days({ count }) }))}
              value={grace}
              onChange={(next) => next !== null && setGrace(next)}
            />
          )}
          <FieldError>{error}</FieldError>
          <div>
            <Button variant="default" loading={busy} disabled={required === isOn} onClick={() => void save()}>
              {w.save}
            </Button>
          </div>
        </div>
      )}
    </Panel>
  );
}

const organizationFragment = graphql`
  fragment SecondFactorRequirement_organization on Organization {
    id
    secondFactorDueAt
    partnerTokens {
      id
    }
    members {
      status
      hasSecondFactor
    }
  }
`;

const secondFactorRequirementMutation = graphql`
  mutation SecondFactorRequirementMutation($input: RequireSecondFactorInput!) {
    result: requireSecondFactor(input: $input) {
      __typename
      ... on RequireSecondFactorSuccess {
        organization {
          id
          secondFactorDueAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
