import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useLabelSuggestionsQuery } from '../../../__generated__/useLabelSuggestionsQuery.graphql.ts';

/** Milliseconds after the last keystroke. */
const pause = 250;

/**
 * Labels that the project's articles have already, for what is being typed; none while they are on the way or
 * cannot be read.
 */
export function useLabelSuggestions(project: string, search: string, wanted: boolean): string[] {
  const environment = useRelayEnvironment();
  const [labels, setLabels] = useState<readonly string[]>([]);
  const typed = search.trim();
  useEffect(() => {
    if (!wanted || typed === '') return;
    const timer = setTimeout(() => {
      asking = fetchQuery<useLabelSuggestionsQuery>(
        environment,
        graphql`
          query useLabelSuggestionsQuery($project: ID!, $search: String) {
            project(id: $project) {
              labels(search: $search)
            }
          }
        `,
        { project, search: typed },
      ).subscribe({ next: (answer) => setLabels(answer.project?.labels ?? []), error: () => setLabels([]) });
    }, pause);
    let asking: { unsubscribe: () => void } | undefined;
    return () => {
      clearTimeout(timer);
      asking?.unsubscribe();
    };
  }, [environment, project, typed, wanted]);
  return typed === '' ? [] : [...labels];
}
