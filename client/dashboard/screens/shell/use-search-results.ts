// oxlint-disable relay/unused-fields -- what is found is handed whole to the palette
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type {
  useSearchResultsQuery,
  useSearchResultsQuery$data,
} from '../../__generated__/useSearchResultsQuery.graphql.ts';

type Found = useSearchResultsQuery$data['search'];

const nothing: Found = { projects: [], articles: [] };
/** Milliseconds after the last letter, as the list of articles waits (specification, section 4). */
const debounce = 250;

/**
 * The projects and articles that the server finds; what was found last stays until there is something newer.
 */
export function useSearchResults(
  query: string,
  project: string | undefined,
): { found: Found; state: 'busy' | 'done' | 'failed' } {
  const environment = useRelayEnvironment();
  const asked = query.trim();
  const [answer, setAnswer] = useState<{ asked: string; found: Found; failed: boolean }>({
    asked: '',
    found: nothing,
    failed: false,
  });
  useEffect(() => {
    if (asked === '') return setAnswer({ asked, found: nothing, failed: false });
    let reading: { unsubscribe(): void } | undefined;
    const timer = setTimeout(() => {
      reading = fetchQuery<useSearchResultsQuery>(
        environment,
        graphql`
          query useSearchResultsQuery($query: String!, $project: ID) {
            search(query: $query, project: $project) {
              projects {
                databaseId
                name
                ...projectPart_gate
                organization {
                  ...liveFragments_organization
                  name
                }
              }
              articles {
                databaseId
                title
                project {
                  databaseId
                  name
                }
              }
            }
          }
        `,
        { query: asked, project: project ?? null },
      ).subscribe({
        next: ({ search }) => setAnswer({ asked, found: search, failed: false }),
        error: () => setAnswer((before) => ({ ...before, asked, failed: true })),
      });
    }, debounce);
    return () => {
      clearTimeout(timer);
      reading?.unsubscribe();
    };
  }, [environment, asked, project]);
  return {
    found: asked === '' ? nothing : answer.found,
    state: answer.asked !== asked ? 'busy' : answer.failed ? 'failed' : 'done',
  };
}
