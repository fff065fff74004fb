import { useCallback, useEffect, useState } from 'react';

/**
 * Ids with which the samples run: of the first project that the caller can read, and of its newest article.
 */
export interface FirstIds {
  project: number | null;
  article: number | null;
}

/** Whom the server takes the reader for. */
export type Caller =
  | { kind: 'asking' }
  | { kind: 'unreachable' }
  /** The token is wrong or has expired; in the server's words. */
  | { kind: 'refused'; message: string }
  | { kind: 'nobody' }
  | { kind: 'person'; name: string; ids: FirstIds }
  | { kind: 'program'; organizations: string[]; ids: FirstIds };

export const callerQuery = `query Caller {
  viewer {
    user { name }
    organizations { organization { name } }
    projects(first: 1) { edges { node { databaseId articles(first: 1) { edges { node { databaseId } } } } } }
  }
}`;

interface Answer {
  data?: {
    viewer: {
      user: { name: string } | null;
      organizations: { organization: { name: string } }[];
      projects: {
        edges: { node: { databaseId: number; articles: { edges: { node: { databaseId: number } }[] } } }[];
      };
    } | null;
  };
  errors?: { message: string }[];
}

/** Asks the server whom a token belongs to, or else the session's cookie. */
export async function callerOf(token: string | null, signal?: AbortSignal): Promise<Caller> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query: callerQuery }),
    ...(signal && { signal }),
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as Answer | null | undefined;
  if (!response || !answer || response.status >= 500) return { kind: 'unreachable' };
  if (!answer.data)
    return { kind: 'refused', message: answer.errors?.[0]?.message ?? String(response.status) };
  const { viewer } = answer.data;
  if (!viewer) return { kind: 'nobody' };
  const project = viewer.projects.edges[0]?.node;
  const ids = {
    project: project?.databaseId ?? null,
    article: project?.articles.edges[0]?.node.databaseId ?? null,
  };
  return viewer.user
    ? { kind: 'person', name: viewer.user.name, ids }
    : {
        kind: 'program',
        organizations: viewer.organizations.map(({ organization }) => organization.name),
        ids,
      };
}

/**
 * Whom the server takes the reader for, asked again when the token changes. @returns also what asks once more
 */
export function useCaller(token: string | null): [caller: Caller, askAgain: () => void] {
  const [caller, setCaller] = useState<Caller>({ kind: 'asking' });
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setCaller({ kind: 'asking' });
    void callerOf(token, leaving.signal).then((answer) => {
      if (!leaving.signal.aborted) setCaller(answer);
    });
    return () => leaving.abort();
  }, [token, times]);
  return [caller, useCallback(() => setTimes((before) => before + 1), [])];
}
