// oxlint-disable relay/unused-fields -- voices are handed whole to those that show them
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { fetchQuery, graphql, readInlineData, useRelayEnvironment } from 'react-relay';
import type { Environment } from 'relay-runtime';
import { pageSizes } from '../../generated/limits.ts';
import type {
  voiceSearch_voice$data,
  voiceSearch_voice$key,
} from '../../__generated__/voiceSearch_voice.graphql.ts';
import type { voiceSearchNamedQuery } from '../../__generated__/voiceSearchNamedQuery.graphql.ts';
import type { voiceSearchQuery } from '../../__generated__/voiceSearchQuery.graphql.ts';

export type VoiceResult = voiceSearch_voice$data;

/** What is known of a voice that can be chosen. */
export function readVoice(voice: voiceSearch_voice$key): VoiceResult {
  return readInlineData(
    graphql`
      fragment voiceSearch_voice on Voice @inline {
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
        license {
          ...VoiceLicense_license
        }
        ...VoiceSettings_voice
      }
    `,
    voice,
  );
}

/** Debounce after the last keystroke before the request, milliseconds. */
const pause = 250;
/** Names per request: one page of the server. */
const namesAtOnce = 100;

const voicesQuery = graphql`
  query voiceSearchQuery($language: String, $query: String, $first: Int!, $after: String, $further: Boolean!) {
    favorites: voices(language: $language, search: $query, favorite: true, first: 100) @skip(if: $further) {
      edges {
        node {
          ...voiceSearch_voice
        }
      }
    }
    others: voices(language: $language, search: $query, favorite: false, first: $first, after: $after) {
      edges {
        node {
          ...voiceSearch_voice
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
  query voiceSearchNamedQuery($language: String, $names: [String!]!) {
    voices(language: $language, names: $names, first: 100) {
      edges {
        node {
          ...voiceSearch_voice
        }
      }
    }
  }
`;

type Connection = voiceSearchQuery['response']['others'];

const voicesOf = (connection: Pick<Connection, 'edges'> | undefined): VoiceResult[] =>
  (connection?.edges ?? []).map(({ node }) => readVoice(node));

/**
 * Returns the voice proposed for a language: a favorite, otherwise the first of the list; null if the
 * language has no voice.
 * @throws NetworkError, ServerError
 */
export async function firstVoice(environment: Environment, language: string): Promise<VoiceResult | null> {
  const found = await fetchQuery<voiceSearchQuery>(
    environment,
    voicesQuery,
    { language, query: '', first: 1, after: null, further: false },
    { fetchPolicy: 'network-only' },
  ).toPromise();
  return voicesOf(found?.favorites)[0] ?? voicesOf(found?.others)[0] ?? null;
}

export interface VoiceResults {
  /** The caller's favourites first. */
  voices: readonly VoiceResult[];
  state: 'busy' | 'done' | 'failed';
  /** Asks for the next page; null when there is none, or one is on the way. */
  more: (() => void) | null;
  /** Asks again for what failed. */
  again: () => void;
}

/**
 * Searches voices of a language on the server, page by page. Nothing is fetched before the list is opened.
 */
export function useVoiceSearch(language: string, typed: string, looking: boolean): VoiceResults {
  const environment = useRelayEnvironment();
  const [settled] = useDebouncedValue(typed.trim(), pause);
  // What is looked at first needs no pause.
  const key = JSON.stringify([language, typed.trim() === '' ? '' : settled]);
  const [answer, setAnswer] = useState<{
    key: string;
    voices: readonly VoiceResult[];
    cursor: string | null;
  } | null>(null);
  const [turned, setTurned] = useState<{ key: string; after: string | null }>({ key, after: null });
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const after = turned.key === key && answer?.key === key ? turned.after : null;
  const request = JSON.stringify([key, after]);
  useEffect(() => {
    // Reopening the list starts with the first page.
    if (!looking) return setTurned({ key, after: null });
    const [asked, query] = JSON.parse(key) as [string, string];
    setFailed(null);
    const reading = fetchQuery<voiceSearchQuery>(
      environment,
      voicesQuery,
      { language: asked, query, first: pageSizes.voices, after, further: after !== null },
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
  voices: ReadonlyMap<string, VoiceResult | null>;
  state: 'busy' | 'done' | 'failed';
}

/**
 * Returns the voices with these names, in any language if none is given. Voices already loaded are not
 * fetched.
 */
export function useNamedVoices(
  names: readonly string[],
  language: string | null,
  known?: ReadonlyMap<string, VoiceResult>,
): NamedVoices {
  const environment = useRelayEnvironment();
  const [answer, setAnswer] = useState<{
    language: string | null;
    voices: ReadonlyMap<string, VoiceResult | null>;
  }>({ language, voices: new Map() });
  const [failed, setFailed] = useState<string | null>(null);
  const missing = [...new Set(names)]
    .filter((name) => name && !known?.has(name) && !(answer.language === language && answer.voices.has(name)))
    .slice(0, namesAtOnce);
  const asked = missing.length > 0 ? JSON.stringify(missing) : '';
  useEffect(() => {
    if (asked === '') return;
    const wanted = JSON.parse(asked) as string[];
    const reading = fetchQuery<voiceSearchNamedQuery>(environment, namedQuery, {
      language,
      names: wanted,
    }).subscribe({
      next: ({ voices: found }) => {
        const voices = new Map<string, VoiceResult | null>(wanted.map((name) => [name, null]));
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
      new Map<string, VoiceResult | null>([
        ...(answer.language === language ? answer.voices : []),
        ...(known ?? []),
      ]),
    [answer, language, known],
  );
  return { voices, state: asked === '' ? 'done' : failed === asked ? 'failed' : 'busy' };
}
