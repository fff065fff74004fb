import { Select } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { OrganizationSelect_viewer$key } from '../../__generated__/OrganizationSelect_viewer.graphql.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';

interface OrganizationSelectProps {
  viewer: OrganizationSelect_viewer$key | null;
  /** Label above the field. Without one, a heading serves as the label. */
  label?: string;
  value: string | null;
  /**
   * The project's current organization, which is offered even without permission to create projects in it.
   */
  present?: { readonly id: string; readonly name: string } | null;
  error: string | undefined;
  onChange: (organization: string | null) => void;
}

/** The organization that a project belongs to: one of those in which one may write, or none. */
export function OrganizationSelect({
  viewer: key,
  label,
  value,
  present,
  error,
  onChange,
}: OrganizationSelectProps) {
  const w = useWords(organizationWords);
  const viewer = useFragment(
    graphql`
    fragment OrganizationSelect_viewer on Viewer {
      organizations {
        ...liveFragments_membership
        role
        organization {
          id
          name
        }
      }
    }
  `,
    key,
  );
  const writable = (viewer?.organizations ?? [])
    .filter(({ role }) => role !== 'VIEWER')
    .map(({ organization }) => organization);
  const offered =
    present && !writable.some(({ id }) => id === present.id) ? [...writable, present] : writable;
  if (offered.length === 0 && label) return null;
  return (
    <Select
      {...(label ? { label } : { 'aria-label': w.title })}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      clearable
      placeholder={w.personal}
      value={value}
      error={error}
      onChange={onChange}
      clearButtonProps={{ 'aria-label': w.makePersonal }}
    />
  );
}
