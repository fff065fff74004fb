import type { RefObject } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { DeleteArticleMutation } from '../../__generated__/DeleteArticleMutation.graphql.ts';
import type { DeleteArticle_article$key } from '../../__generated__/DeleteArticle_article.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { b } from '../../ui/rich-text.tsx';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useUndo } from '../../frames/deleted-items/use-undo.ts';

interface DeleteArticleProps {
  article: DeleteArticle_article$key;
  /** The lists that it leaves. */
  connections?: string[];
  opened: boolean;
  /** What has the focus again when nothing is deleted. */
  trigger?: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteArticle({
  article: key,
  connections = [],
  opened,
  trigger,
  onClose,
  onDeleted,
}: DeleteArticleProps) {
  const w = useWords(articleWords);
  const days = useRestorableDays();
  const { id, title } = useFragment(
    graphql`
    fragment DeleteArticle_article on Article {
      id
      title
    }
  `,
    key,
  );
  const [remove, busy] = useAction<DeleteArticleMutation>(graphql`
    mutation DeleteArticleMutation($input: DeleteArticleInput!, $connections: [ID!]!) {
      result: deleteArticle(input: $input) {
        __typename
        ... on DeleteArticleSuccess {
          deletedId @deleteEdge(connections: $connections)
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const undo = useUndo('articles');
  const confirm = async () => {
    const outcome = await remove({ input: { id }, connections });
    onClose();
    if (!outcome.ok) return;
    undo({ id, name: title }, w.deleting.done({ title }));
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={w.deleting.heading}
      confirm={w.delete}
      opened={opened}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
      trigger={trigger}
    >
      <p>{w.deleting.text({ name: title, days, b })}</p>
    </ConfirmDialog>
  );
}
