import { MultiSelect } from '@mantine/core';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { TokenProjectsQuery } from '../../__generated__/TokenProjectsQuery.graphql.ts';
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
  const { viewer } = useLazyLoadQuery<TokenProjectsQuery>(
    graphql`
    query TokenProjectsQuery @throwOnFieldError {
      viewer {
        projects(first: 100) {
          edges {
            node {
              id
              name
              organization {
                id
              }
            }
          }
        }
      }
    }
  `,
    {},
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  const own = (viewer?.projects.edges ?? []).filter(({ node }) => node.organization?.id === organization);
  return (
    <MultiSelect
      label={w.projects}
      description={w.projectsHint}
      data={own.map(({ node: { id, name } }) => ({ value: id, label: name }))}
      value={value}
      searchable
      clearable
      hidePickedOptions
      error={error}
      onChange={onChange}
    />
  );
}
