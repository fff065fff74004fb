import { MultiSelect } from '@mantine/core';
import { useEffect } from 'react';
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { TokenProjects_viewer$key } from '../../__generated__/TokenProjects_viewer.graphql.ts';
import type { TokenProjectsPageQuery } from '../../__generated__/TokenProjectsPageQuery.graphql.ts';
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

const pageSize = 100;

/** Which of an organization's projects a token is for. */
export function TokenProjects({ attempt, ...props }: TokenProjectsProps) {
  const { viewer } = useLazyLoadQuery<TokenProjectsQuery>(
    graphql`
    query TokenProjectsQuery @throwOnFieldError {
      viewer {
        ...TokenProjects_viewer
      }
    }
  `,
    {},
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  return viewer && <Choice viewer={viewer} {...props} />;
}

function Choice({
  viewer,
  organization,
  value,
  error,
  onChange,
}: Omit<TokenProjectsProps, 'attempt'> & { viewer: TokenProjects_viewer$key }) {
  const { tokens: w } = useWords(organizationWords);
  const {
    data: { projects },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<TokenProjectsPageQuery, TokenProjects_viewer$key>(
    graphql`
    fragment TokenProjects_viewer on Viewer
    @refetchable(queryName: "TokenProjectsPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 100 }, cursor: { type: "String" }) {
      projects(first: $count, after: $cursor) @connection(key: "TokenProjects_projects") {
        edges {
          node {
            id
            name
            ...shown_listedProject
            organization {
              id
            }
          }
        }
      }
    }
  `,
    viewer,
  );
  useEffect(() => {
    if (hasNext && !isLoadingNext) loadNext(pageSize);
  }, [hasNext, isLoadingNext, loadNext]);
  const own = projects.edges.filter(({ node }) => node.organization?.id === organization);
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
