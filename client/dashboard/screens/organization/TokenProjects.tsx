import { MultiSelect } from '@mantine/core';
import { useOrganizationProjects } from '../../frames/use-organization-projects.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';

interface TokenProjectsProps {
  organization: string;
  attempt: number;
  value: string[];
  error: string | undefined;
  onChange: (projects: string[]) => void;
}

/** Which of an organization's projects a token is for. */
export function TokenProjects({ organization, attempt, value, error, onChange }: TokenProjectsProps) {
  const { tokens: w } = useWords(organizationWords);
  const { projects } = useOrganizationProjects(organization, attempt);
  return (
    <MultiSelect
      label={w.projects}
      description={w.projectsHint}
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      searchable
      clearable
      hidePickedOptions
      error={error}
      onChange={onChange}
    />
  );
}
