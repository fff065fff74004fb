// oxlint-disable relay/unused-fields -- voices are handed whole to those that show them
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { fetchQuery, graphql, readInlineData, useRelayEnvironment } from 'react-relay';
import type { Environment } from 'relay-runtime';
import type {
  foundVoices_voice$data,
  foundVoices_voice$key,
} from '../../__generated__/foundVoices_voice.graphql.ts';
import type { foundVoicesNamedQuery } from '../../__generated__/foundVoicesNamedQuery.graphql.ts';
import type { foundVoicesQuery } from '../../__generated__/foundVoicesQuery.graphql.ts';

export type FoundVoice = foundVoices_voice$data;

/** What is known of a voice that can be chosen. */
export function readVoice(voice: foundVoices_voice$key): FoundVoice {
  return readInlineData(
    graphql`
      fragment foundVoices_voice on Voice @inline {
        name
        label
        provider
        providerTitle
        language
        gender
        tier
        favorite
        warnings {
          model
          text
        }
        ...VoiceSettings_voice
      }
    `,
    voice,
  );
}

/** Milliseconds after the last letter before the server is asked. */
const pause = 250;
/** Voices that are not favourites, a page. */
const pageSize = 40;
/** Names that are asked for at once: a page of the server. */
const namesAtOnce = 100;

const voicesQuery = graphql`
  query foundVoicesQuery($language: String, $query: String, $first: Int!, $after: String, $further: Boolean!) {
    favorites: voices(language: $language, search: $query, favorite: true, first: 100) @skip(if: $further) {
      edges {
        node {
          ...foundVoices_voice
        }
      }
    }
    others: voices(language: $language, search: $query, favorite: false, first: $first, after: $after) {
      edges {
        node {
          ...foundVoices_voice
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const namedQuery = graphql`
  query foundVoicesNamedQuery($language: String, $names: [String!]!) {
    voices(language: $language, names: $names, first: 100) {
      edges {
        node {
          ...foundVoices_voice
        }
      }
    }
  }
`;

type Connection = foundVoicesQuery['response']['others'];

const voicesOf = (connection: Pick<Connection, 'edges'> | undefined): FoundVoice[] =>
  (connection?.edges ?? []).map(({ node }) => readVoice(node));

/**
 * The voice proposed for a language: a favourite, else the first of the list; null where nobody speaks it.
 * @throws NetworkError, ServerError
 */
export async function firstVoice(environment: Environment, language: string): Promise<FoundVoice | null> {
  const found = await fetchQuery<foundVoicesQuery>(
    environment,
    voicesQuery,
    { language, query: '', first: 1, after: null, further: false },
    { fetchPolicy: 'network-only' },
  ).toPromise();
  return voicesOf(found?.favorites)[0] ?? voicesOf(found?.others)[0] ?? null;
}

export interface FoundVoices {
  /** The caller's favourites first. */
  voices: readonly FoundVoice[];
  state: 'busy' | 'done' | 'failed';
  /** Asks for the next page; null when there is none, or one is on the way. */
  more: (() => void) | null;
  /** Asks again for what failed. */
  again: () => void;
}

/**
 * Voices of a language that the server finds for what is typed, a page at a time; nothing is asked before
 * somebody looks.
 */
export function useFoundVoices(language: string, typed: string, looking: boolean): FoundVoices {
  const environment = useRelayEnvironment();
  const [settled] = useDebouncedValue(typed.trim(), pause);
  // What is looked at first needs no pause.
  const key = JSON.stringify([language, typed.trim() === '' ? '' : settled]);
  const [answer, setAnswer] = useState<{
    key: string;
    voices: readonly FoundVoice[];
    cursor: string | null;
  } | null>(null);
  const [turned, setTurned] = useState<{ key: string; after: string | null }>({ key, after: null });
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const after = turned.key === key && answer?.key === key ? turned.after : null;
  const request = JSON.stringify([key, after]);
  useEffect(() => {
    // Whoever looks again begins with the first page.
    if (!looking) return setTurned({ key, after: null });
    const [asked, query] = JSON.parse(key) as [string, string];
    setFailed(null);
    const reading = fetchQuery<foundVoicesQuery>(
      environment,
      voicesQuery,
      { language: asked, query, first: pageSize, after, further: after !== null },
      { fetchPolicy: 'network-only' },
    ).subscribe({
      next: ({ favorites, others }) =>
        setAnswer((before) => ({
          key,
          voices: [...(after === null ? voicesOf(favorites) : (before?.voices ?? [])), ...voicesOf(others)],
          cursor: others.pageInfo.hasNextPage ? (others.pageInfo.endCursor ?? null) : null,
        })),
      error: () => setFailed(request),
    });
    return () => reading.unsubscribe();
  }, [environment, looking, key, after, request, attempt]);
  const fresh = answer?.key === key && key === JSON.stringify([language, typed.trim()]);
  const cursor = fresh ? answer.cursor : null;
  const turning = after !== null && cursor === after;
  return {
    voices: fresh ? answer.voices : [],
    state: failed === request ? 'failed' : fresh && !turning ? 'done' : 'busy',
    more: cursor !== null && !turning ? () => setTurned({ key, after: cursor }) : null,
    again: () => setAttempt((count) => count + 1),
  };
}

export interface NamedVoices {
  /** Null: there is no such voice, or none of that language. */
  voices: ReadonlyMap<string, FoundVoice | null>;
  state: 'busy' | 'done' | 'failed';
}

/**
 * The voices of these names, whatever their language where none is given; those that are known already are
 * not asked for.
 */
export function useNamedVoices(
  names: readonly string[],
  language: string | null,
  known?: ReadonlyMap<string, FoundVoice>,
): NamedVoices {
  const environment = useRelayEnvironment();
  const [answer, setAnswer] = useState<{
    language: string | null;
    voices: ReadonlyMap<string, FoundVoice | null>;
  }>({ language, voices: new Map() });
  const [failed, setFailed] = useState<string | null>(null);
  const missing = [...new Set(names)]
    .filter((name) => name && !known?.has(name) && !(answer.language === language && answer.voices.has(name)))
    .slice(0, namesAtOnce);
  const asked = missing.length > 0 ? JSON.stringify(missing) : '';
  useEffect(() => {
    if (asked === '') return;
    const wanted = JSON.parse(asked) as string[];
    const reading = fetchQuery<foundVoicesNamedQuery>(environment, namedQuery, {
      language,
      names: wanted,
    }).subscribe({
      next: ({ voices: found }) => {
        const voices = new Map<string, FoundVoice | null>(wanted.map((name) => [name, null]));
        for (const voice of voicesOf(found)) voices.set(voice.name, voice);
        setAnswer((before) => ({
          language,
          voices: new Map([...(before.language === language ? before.voices : []), ...voices]),
        }));
      },
      error: () => setFailed(asked),
    });
    return () => reading.unsubscribe();
  }, [environment, language, asked]);
  const voices = useMemo(
    () =>
      new Map<string, FoundVoice | null>([
        ...(answer.language === language ? answer.voices : []),
        ...(known ?? []),
      ]),
    [answer, language, known],
  );
  return { voices, state: asked === '' ? 'done' : failed === asked ? 'failed' : 'busy' };
}
