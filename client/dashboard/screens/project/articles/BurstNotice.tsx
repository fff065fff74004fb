import { Button } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { BurstNotice_source$key } from '../../../__generated__/BurstNotice_source.graphql.ts';
import type { BurstNoticeDismissMutation } from '../../../__generated__/BurstNoticeDismissMutation.graphql.ts';
import type { BurstNoticeReleaseMutation } from '../../../__generated__/BurstNoticeReleaseMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { notify } from '../../../ui/messages.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../sources/SourcesPanel.module.css';

/**
 * Shows how many articles of a source are on hold because too many arrived together, and lets an editor
 * decide.
 */
export function BurstNotice({
  source: key,
  canWrite,
}: {
  source: BurstNotice_source$key;
  canWrite: boolean;
}) {
  const { id, waitingArticles } = useFragment(
    graphql`
      fragment BurstNotice_source on Source {
        id
        waitingArticles
      }
    `,
    key,
  );
  const w = useWords(projectWords).sources;
  const [release, releasing] = useAction<BurstNoticeReleaseMutation>(graphql`
    mutation BurstNoticeReleaseMutation($input: ReleaseBurstInput!) {
      result: releaseBurst(input: $input) {
        __typename
        ... on ReleaseBurstSuccess {
          source {
            ...BurstNotice_source
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [dismiss, dismissing] = useAction<BurstNoticeDismissMutation>(graphql`
    mutation BurstNoticeDismissMutation($input: DismissBurstInput!) {
      result: dismissBurst(input: $input) {
        __typename
        ... on DismissBurstSuccess {
          source {
            ...BurstNotice_source
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
