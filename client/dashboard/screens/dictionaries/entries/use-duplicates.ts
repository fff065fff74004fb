import { useEffect, useRef, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useDuplicatesQuery } from '../../../__generated__/useDuplicatesQuery.graphql.ts';
import { duplicateFields, type Template } from './entry-drafts.ts';

/** Milliseconds after an edit (specification, section 9). */
const pause = 1_000;
const none = { source: false, replacement: false };

/**
 * Checks, a second after an edit, whether other entries of the dictionary have the same source or the same
 * replacement.
 * @param fresh entry that was added a moment ago
 * @returns the duplicate fields, `edited` to report an edit, and `forget`, which removes a warning
 */
export function useDuplicates(dictionary: string, entry: string | null, fresh?: Template) {
  const environment = useRelayEnvironment();
  const [found, setFound] = useState(none);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reading = useRef<{ unsubscribe: () => void }>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    reading.current?.unsubscribe();
  };
  const edited = ({ source, replacement }: Template) => {
    stop();
    timer.current = setTimeout(() => {
      reading.current = fetchQuery<useDuplicatesQuery>(
        environment,
        graphql`
          query useDuplicatesQuery($id: ID!, $source: String, $replacement: String, $except: ID) {
            dictionary(id: $id) {
              duplicates(source: $source, replacement: $replacement, except: $except) {
                source
                replacement
              }
            }
          }
        `,
        { id: dictionary, source, replacement, except: entry },
        { fetchPolicy: 'network-only' },
      ).subscribe({
        next: (answer) =>
          setFound(duplicateFields({ source, replacement }, answer.dictionary?.duplicates ?? [])),
        // A warning that fails to load is omitted.
        error: () => {},
      });
    }, pause);
  };
  const atFirst = useRef(() => fresh && edited(fresh));
  useEffect(() => {
    atFirst.current();
    return stop;
  }, []);
  const forget = () => {
    stop();
    setFound(none);
  };
  return { found, edited, forget };
}
