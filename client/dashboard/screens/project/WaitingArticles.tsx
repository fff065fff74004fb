import { Button } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { WaitingArticles_source$key } from '../../__generated__/WaitingArticles_source.graphql.ts';
import type { WaitingArticlesDismissMutation } from '../../__generated__/WaitingArticlesDismissMutation.graphql.ts';
import type { WaitingArticlesReleaseMutation } from '../../__generated__/WaitingArticlesReleaseMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SourcesPanel.module.css';

/** Says how many articles of a source wait because too many came at once, and lets an editor decide. */
export function WaitingArticles({
  source: key,
  canWrite,
}: {
  source: WaitingArticles_source$key;
  canWrite: boolean;
}) {
  const { id, waitingArticles } = useFragment(
    graphql`
      fragment WaitingArticles_source on Source {
        id
        waitingArticles
      }
    `,
    key,
  );
  const w = useWords(projectWords).sources;
  const [release, releasing] = useAction<WaitingArticlesReleaseMutation>(graphql`
    mutation WaitingArticlesReleaseMutation($input: ReleaseBurstInput!) {
      result: releaseBurst(input: $input) {
        __typename
        ... on ReleaseBurstSuccess {
          source {
            ...WaitingArticles_source
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [dismiss, dismissing] = useAction<WaitingArticlesDismissMutation>(graphql`
    mutation WaitingArticlesDismissMutation($input: DismissBurstInput!) {
      result: dismissBurst(input: $input) {
        __typename
        ... on DismissBurstSuccess {
          source {
            ...WaitingArticles_source
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const settle = async (settling: ReturnType<typeof release> | ReturnType<typeof dismiss>, done: string) => {
    if ((await settling).ok) notify(done, 2000);
  };
  return (
    <>
      <p className={styles.waiting}>
        {w.waiting({ articles: waitingArticles })} {w.waitingWhy}
      </p>
      {canWrite && (
        <div className={styles.settle}>
          <Button
            variant="default"
            size="xs"
            loading={releasing}
            disabled={dismissing}
            onClick={() => void settle(release({ input: { source: id } }), w.released)}
          >
            {w.release}
          </Button>
          <Button
            variant="default"
            size="xs"
            loading={dismissing}
            disabled={releasing}
            onClick={() => void settle(dismiss({ input: { source: id } }), w.dismissed)}
          >
            {w.dismiss}
          </Button>
        </div>
      )}
    </>
  );
}
