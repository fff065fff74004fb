import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { OrganizationTimeZone_organization$key } from '../../__generated__/OrganizationTimeZone_organization.graphql.ts';
import type { OrganizationTimeZoneMutation } from '../../__generated__/OrganizationTimeZoneMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { SearchSelect } from '../../ui/forms/SearchSelect.tsx';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';

/** By whose clocks channels count days and publish. Maintainers change it here; it is saved at once. */
export function OrganizationTimeZone({
  organization: key,
}: {
  organization: OrganizationTimeZone_organization$key;
}) {
  const { id, timeZone, partnerTokens } = useFragment(
    graphql`
    fragment OrganizationTimeZone_organization on Organization {
      id
      timeZone
      partnerTokens {
        id
      }
    }
  `,
    key,
  );
  const { timezone: w } = useWords(organizationWords);
  const [error, setError] = useState<string | null>(null);
  const [update, busy] = useAction<OrganizationTimeZoneMutation>(graphql`
    mutation OrganizationTimeZoneMutation($input: UpdateOrganizationInput!) {
      result: updateOrganization(input: $input) {
        __typename
        ... on UpdateOrganizationSuccess {
          organization {
            id
            timeZone
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const choose = async (next: string) => {
    setError(null);
    const outcome = await update({ input: { id, timeZone: next } });
    if (outcome.ok) return notify(w.saved, 2000);
    setError(outcome.fieldErrors['timeZone'] ?? null);
  };
  // Only organization administrators receive partner tokens.
  if (!partnerTokens) return <p>{timeZone}</p>;
  return (
    <SearchSelect
      label={w.title}
      description={w.hint}
      maw={360}
      allowDeselect={false}
      data={['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]}
      limit={60}
      value={timeZone}
      disabled={busy}
      error={error}
      onChange={(next) => next !== null && next !== timeZone && void choose(next)}
    />
  );
}
