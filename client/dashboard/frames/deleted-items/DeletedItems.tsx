import { Button } from '@mantine/core';
import { useRef, useState, useTransition, type RefObject } from 'react';
import { graphql, useFragment, useLazyLoadQuery } from 'react-relay';
import type {
  DeletedItems_page$data,
  DeletedItems_page$key,
} from '../../__generated__/DeletedItems_page.graphql.ts';
import type { DeletedItemsQuery } from '../../__generated__/DeletedItemsQuery.graphql.ts';
import { deletedItemsWords } from '../../generated/words/deletedItems.ts';
import { restoringWords } from '../../generated/words/restoring.ts';
import { Part } from '../../relay/Part.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { LoadMore } from '../../ui/lists/LoadMore.tsx';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { DeletedKind } from './deleted-kinds.ts';
import styles from './DeletedItems.module.css';
import { useRestoredItems } from './use-restored-items.ts';

interface DeletedItemsProps {
  kind: DeletedKind;
  /** Its global ID. */
  project: string;
  /** What has the focus again afterwards. */
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** What was deleted from a list of a project, when and by whom, and the way back. */
export default function DeletedItems({ kind, project, trigger, onClose }: DeletedItemsProps) {
  const w = useWords(deletedItemsWords);
  const days = useRestorableDays();
  const title = useWords(restoringWords)[kind];
  const done = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title={title}
      opened
      trigger={trigger}
      onClose={onClose}
      actions={
        <Button ref={done} onClick={onClose}>
          {w.done}
        </Button>
      }
    >
      <p>{w.hint({ days })}</p>
      <Part what={title} waiting={<Bar height={90} />}>
        {(attempt) => (
          <div className={styles.list}>
            <Page kind={kind} project={project} attempt={attempt} after={null} before={0} done={done} />
          </div>
        )}
      </Part>
    </Dialog>
  );
}

interface PageProps extends Pick<DeletedItemsProps, 'kind' | 'project'> {
  attempt: number;
  /** Cursor behind which it begins; null: at the last deleted one. */
  after: string | null;
  /** How many are shown above it. */
  before: number;
  /** What has the focus when nothing is left. */
  done: RefObject<HTMLButtonElement | null>;
}

/** Shows a page of deleted items and, on request, the next page below it. */
function Page({ kind, project: id, attempt, after, before, done }: PageProps) {
  const { project } = useLazyLoadQuery<DeletedItemsQuery>(
    deletedItemsQuery,
    {
      id,
      after,
      articles: kind === 'articles',
      channels: kind === 'channels',
      playlists: kind === 'playlists',
      rules: kind === 'rules',
    },
    { fetchKey: attempt, fetchPolicy: 'network-only' },
  );
  const page = useFragment<DeletedItems_page$key>(
    pageFragment,
    project?.articles ?? project?.channels ?? project?.playlists ?? project?.rules ?? null,
  );
  const w = useWords(deletedItemsWords);
  const days = useRestorableDays();
  const many = useWords(restoringWords)[kind];
  const { restored, busy, restore } = useRestoredItems(kind, done);
  const [goesOn, setGoesOn] = useState(false);
  const [isLoading, load] = useTransition();
  const items = page?.edges?.flatMap((edge) => edge?.node ?? []) ?? [];
  const shown = items.filter(({ itemId }) => !restored.includes(itemId));
  const hasNext = page?.pageInfo.hasNextPage ?? false;
  if (shown.length === 0 && before === 0 && !hasNext) return <p role="status">{w.none({ days })}</p>;
  return (
    <>
      {shown.length > 0 && <DeletedRows items={shown} busy={busy} onRestore={restore} />}
      {goesOn && hasNext ? (
        <Page
          kind={kind}
          project={id}
          attempt={attempt}
          after={page?.pageInfo.endCursor ?? null}
          before={before + shown.length}
          done={done}
        />
      ) : (
        <LoadMore
          what={many}
          shown={before + shown.length}
          more={hasNext}
          busy={isLoading}
          onMore={() => load(() => setGoesOn(true))}
        />
      )}
    </>
  );
}

interface DeletedRowsProps {
  items: readonly DeletedItem[];
  /** ID of the item that is being restored. */
  busy: string | null;
  onRestore: (button: HTMLElement, item: { id: string; name: string }) => Promise<void>;
}

type DeletedItem = NonNullable<NonNullable<NonNullable<DeletedItems_page$data['edges']>[number]>['node']>;

function DeletedRows({ items, busy, onRestore }: DeletedRowsProps) {
  const w = useWords(deletedItemsWords);
  const format = useDateTimeFormat();
  return (
    <ul className={styles.rows}>
      {items.map(({ itemId, name, deletedAt, deletedBy }) => (
        <li key={itemId}>
          <span className={styles.words}>
            <strong>{name}</strong>
            <span className={styles.note}>
              {w.by({ when: format(deletedAt), who: deletedBy?.name ?? w.program })}
            </span>
          </span>
          <Button
            size="compact-sm"
            variant="default"
            aria-busy={busy === itemId}
            aria-label={w.bringBackOf({ name })}
            onClick={({ currentTarget }) => void onRestore(currentTarget, { id: itemId, name })}
          >
            {w.bringBack}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const deletedItemsQuery = graphql`
  query DeletedItemsQuery(
    $id: ID!
    $after: String
    $articles: Boolean!
    $channels: Boolean!
    $playlists: Boolean!
    $rules: Boolean!
  ) @throwOnFieldError {
    project(id: $id) {
      articles: deletedArticles(first: 20, after: $after) @include(if: $articles) {
        ...DeletedItems_page
      }
      channels: deletedChannels(first: 20, after: $after) @include(if: $channels) {
        ...DeletedItems_page
      }
      playlists: deletedPlaylists(first: 20, after: $after) @include(if: $playlists) {
        ...DeletedItems_page
      }
      rules: deletedProcessingRules(first: 20, after: $after) @include(if: $rules) {
        ...DeletedItems_page
      }
    }
  }
`;

const pageFragment = graphql`
  fragment DeletedItems_page on DeletedItemsConnection {
    edges {
      node {
        itemId
        name
        deletedAt
        deletedBy {
          name
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`;
