import { useEffect } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { useOrganizationProjects_viewer$key } from '../__generated__/useOrganizationProjects_viewer.graphql.ts';
import type { useOrganizationProjectsPageQuery } from '../__generated__/useOrganizationProjectsPageQuery.graphql.ts';
import type { useOrganizationProjectsQuery } from '../__generated__/useOrganizationProjectsQuery.graphql.ts';
import { pageSizes } from '../generated/limits.ts';
import { useFreshQuery } from '../relay/use-fresh-query.ts';

/**
 * Reads the projects of an organization that the person can see, page after page, for a choice among them.
 * @param attempt another number reads them again @returns the projects, and whether all of them are there
 */
export function useOrganizationProjects(organization: string | null, attempt: number) {
  const { viewer } = useFreshQuery<useOrganizationProjectsQuery>(
    graphql`
      query useOrganizationProjectsQuery @throwOnFieldError {
        viewer {
          ...useOrganizationProjects_viewer
        }
      }
    `,
    {},
    attempt,
  );
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    useOrganizationProjectsPageQuery,
    useOrganizationProjects_viewer$key
  >(
    graphql`
      fragment useOrganizationProjects_viewer on Viewer
      @refetchable(queryName: "useOrganizationProjectsPageQuery")
      @argumentDefinitions(count: { type: "Int", defaultValue: 100 }, cursor: { type: "String" }) {
        projects(first: $count, after: $cursor) @connection(key: "useOrganizationProjects_projects") {
          edges {
            node {
              id
              name
              ...liveFragments_listedProject
              organization {
                id
              }
            }
          }
        }
      }
    `,
    viewer ?? null,
  );
  const nodes = data?.projects.edges.map(({ node }) => node) ?? [];
  const isOwn = (node: (typeof nodes)[number]) => node.organization?.id === organization;
  // They are sorted by organization: once others follow, all of this one are there.
  const last = nodes.at(-1);
  const isComplete = !hasNext || (nodes.some(isOwn) && last !== undefined && !isOwn(last));
  useEffect(() => {
    if (!isComplete && !isLoadingNext) loadNext(pageSizes.most);
  }, [isComplete, isLoadingNext, loadNext]);
  return { projects: nodes.filter(isOwn).map(({ id, name }) => ({ id, name })), isComplete };
}
