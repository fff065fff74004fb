import '../../../ui/forms/forms.css';
import { Button } from '@mantine/core';
import { IconMicrophone2, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { fetchQuery, graphql, usePreloadedQuery, useRelayEnvironment } from 'react-relay';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import type {
  StudioListScreenQuery,
  StudioListScreenQuery$data,
} from '../../../__generated__/StudioListScreenQuery.graphql.ts';
import { pageSizes } from '../../../generated/limits.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { useLoadedQuery } from '../../../relay/loaded-query.ts';
import { useFallbackPolling } from '../../../relay/use-fallback-polling.ts';
import { EmptyState } from '../../../ui/lists/EmptyState.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Pagination } from '../../../ui/lists/Pagination.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import { AudioRow } from './AudioRow.tsx';
import table from './AudioTable.module.css';
import { FlagDialogs } from '../FlagDialogs.tsx';
import { listVariables, pageAddress, pageIn } from './audio-list-page.ts';
import { NoBalance } from '../balance/NoBalance.tsx';
import styles from '../Studio.module.css';
import { StudioPage } from '../StudioPage.tsx';
import { useRestoreAudio, type DeletedAudio } from './use-restore-audio.ts';
import { useWatchedAudios } from './use-watched-audios.ts';

const listQuery = graphql`
  query StudioListScreenQuery($first: Int!, $offset: Int!) @preloadable @throwOnFieldError {
    studio {
      audios(first: $first, offset: $offset) {
        totalCount
        edges {
          node {
            id
            ...AudioRow_audio
          }
        }
      }
    }
  }
`;

type Audios = StudioListScreenQuery$data['studio']['audios'];

/** Lists the user's studio audio, the newest first. */
export default function StudioListScreen() {
  const {
    studio: { audios },
  } = usePreloadedQuery<StudioListScreenQuery>(listQuery, useLoadedQuery<StudioListScreenQuery>());
  const w = useWords(studioWords);
  return (
    <StudioPage title={w.home}>
      <FlagDialogs />
      <NoBalance />
      <header className={styles.heading}>
        <div>
          <h1>{w.list.heading}</h1>
          <p>{audios.totalCount > 0 ? w.list.total({ count: audios.totalCount }) : w.list.lead}</p>
        </div>
        <LinkButton to="/studio/new-audio" icon={<IconPlus size={17} stroke={2.2} />}>
          {w.list.create}
        </LinkButton>
      </header>
      <List audios={audios} />
    </StudioPage>
  );
}

function ListHead() {
  const { list: w } = useWords(studioWords);
  return (
    <thead>
      <tr>
        <th scope="col" className={table.play}>
          <span className="visually-hidden">{w.play}</span>
        </th>
        <th scope="col">{w.contents}</th>
        <th scope="col" className={table.created}>
          {w.created}
        </th>
        <th scope="col" className={table.status}>
          {w.status}
        </th>
        <th scope="col" className={table.menu}>
          <span className="visually-hidden">{w.actions}</span>
        </th>
      </tr>
    </thead>
  );
}

function List({ audios: { edges, totalCount } }: { audios: Audios }) {
  const { list: w } = useWords(studioWords);
  const [parameters] = useSearchParams();
  const page = pageIn(parameters);
  const environment = useRelayEnvironment();
  const top = useTopOfPage(page);
  const [deleted, setDeleted] = useState<DeletedAudio | null>(null);
  const read = () => {
    fetchQuery<StudioListScreenQuery>(environment, listQuery, listVariables(parameters), {
      fetchPolicy: 'network-only',
    }).subscribe({ error: () => {} });
  };
  const [restore, restoring] = useRestoreAudio(() => {
    setDeleted(null);
    read();
  });
  useFallbackPolling(read);
  useWatchedAudios(
    edges.map(({ node }) => node.id),
    read,
  );
  return (
    <>
      {deleted && (
        <p className={table.deleted} role="status">
          <span>{w.deleted({ title: deleted.title })}</span>
          <Button
            size="compact-sm"
            variant="default"
            loading={restoring}
            onClick={() => void restore(deleted)}
          >
            {w.restore}
          </Button>
        </p>
      )}
      <div className={table.sheet} ref={top} tabIndex={-1}>
        {edges.length === 0 ? (
          <NoAudios any={totalCount > 0} />
        ) : (
          <table className={table.table}>
            <ListHead />
            <tbody>
              {edges.map(({ node }) => (
                <AudioRow
                  key={node.id}
                  audio={node}
                  onDeleted={(audio) => {
                    setDeleted(audio);
                    read();
                  }}
                />
              ))}
            </tbody>
          </table>
        )}
        <Pagination
          current={page}
          total={Math.max(Math.min(page, 2), Math.ceil(totalCount / pageSizes.list))}
          to={pageAddress}
          label={w.pages}
        />
      </div>
    </>
  );
}

function NoAudios({ any }: { any: boolean }) {
  const { list: w } = useWords(studioWords);
  if (any)
    return (
      <EmptyState
        icon={IconMicrophone2}
        title={w.pageEmpty}
        action={<LinkButton to="/studio">{w.toFirst}</LinkButton>}
      />
    );
  return (
    <EmptyState
      icon={IconMicrophone2}
      title={w.emptyHeading}
      action={
        <LinkButton to="/studio/new-audio" icon={<IconPlus size={17} stroke={2.2} />}>
          {w.create}
        </LinkButton>
      }
    >
      {w.empty}
    </EmptyState>
  );
}

/** Another page begins at its top; going back, the browser knows where one was. */
function useTopOfPage(page: number) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (!isBack) top.current?.focus();
  }, [page, isBack]);
  return top;
}
