import { useEffect } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { usePollUntilSettledQuery } from '../../__generated__/usePollUntilSettledQuery.graphql.ts';

const settled = new Set(['READY', 'ERRORED', 'REJECTED', 'LIMIT_REACHED']);
/** The specification's timing after a save. */
const firstPause = 2000;
const pause = 1000;
const attempts = 10;

export function isSettled(status: string): boolean {
  return settled.has(status);
}

/**
 * Reads the article again after a save until its audio is decided: first after 2 s, then every second, ten
 * times at most. Events tell it sooner, but one that overtakes the save's own answer is overwritten by that,
 * and no other follows.
 * @param save counts the saves and releases; 0: none yet
 */
export function usePollUntilSettled(id: string, save: number): void {
  const environment = useRelayEnvironment();
  useEffect(() => {
    if (save === 0) return;
    let timer: ReturnType<typeof setTimeout>;
    let left = attempts;
    const read = async () => {
      left -= 1;
      const data = await fetchQuery<usePollUntilSettledQuery>(
        environment,
        query,
        { id },
        { fetchPolicy: 'network-only' },
      )
        .toPromise()
        .catch(() => null);
      if (left > 0 && !(data?.article && isSettled(data.article.status))) timer = setTimeout(read, pause);
    };
    timer = setTimeout(read, firstPause);
    return () => clearTimeout(timer);
  }, [environment, id, save]);
}

const query = graphql`
  query usePollUntilSettledQuery($id: ID!) {
    article(id: $id) {
      status
      ...EditArticleForm_article
      ...ArticleAudio_article
    }
  }
`;
