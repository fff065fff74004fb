import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from 'react-relay';
import { DayField } from '../../ui/time/DayField.tsx';
import type { FindArticlesQuery } from '../../__generated__/FindArticlesQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { WaitingBar } from '../../ui/WaitingBar.tsx';
import { pageSizes } from '../../generated/limits.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { cutTitle, daysOf, type ItemFields, type PlaylistFields } from './playlist-fields.ts';
import styles from './FindArticles.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

interface FindArticlesProps {
  project: string;
  chosen: readonly ItemFields[];
  queryText: string;
  queryDate: string;
  onAdd: (item: ItemFields) => void;
  /** What was looked for is kept with the playlist. */
  onSearched: (part: Pick<PlaylistFields, 'queryText' | 'queryDate'>) => void;
  onClose: () => void;
}

const debounce = 250;

/** Finds ready articles for a playlist, by title and by the days on which they were added. */
export function FindArticles({
  project,
  chosen,
  queryText,
  queryDate,
  onAdd,
  onSearched,
  onClose,
}: FindArticlesProps) {
  const { find: w, auto, items } = useWords(playlistsWords);
  const [typed, setTyped] = useState({ query: queryText, ...daysOf(queryDate), page: 1 });
  const [asked] = useDebouncedValue(typed, debounce);
  const search = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, page: 1, ...part }));
  const close = () => {
    const date = typed.from || typed.to ? `${typed.from}..${typed.to}` : '';
    if (typed.query.trim() !== queryText || date !== queryDate)
      onSearched({ queryText: typed.query.trim(), queryDate: date });
    onClose();
  };
  return (
    <Dialog title={items.find} opened onClose={close} actions={<Button onClick={close}>{w.done}</Button>}>
      <div className={styles.search} role="search" aria-label={w.region}>
        <TextInput
          type="search"
          aria-label={w.search}
          placeholder={w.placeholder}
          leftSection={<IconSearch size={15} />}
          value={typed.query}
          onChange={({ currentTarget }) => search({ query: currentTarget.value })}
        />
        <DayField label={w.from} value={typed.from} max={typed.to} onChange={(from) => search({ from })} />
        <DayField label={w.to} value={typed.to} min={typed.from} onChange={(to) => search({ to })} />
      </div>
      <Part
        what={auto.what}
        of={JSON.stringify(asked)}
        waiting={<WaitingBar label={w.loading} height={220} />}
      >
        {(attempt) => (
          <Found
            project={project}
            asked={asked}
            attempt={attempt}
            chosen={chosen}
            onAdd={onAdd}
            onPage={(page) => setTyped((before) => ({ ...before, page }))}
          />
        )}
      </Part>
    </Dialog>
  );
}

interface FoundProps {
  project: string;
  asked: { query: string; from: string; to: string; page: number };
  attempt: number;
  chosen: readonly ItemFields[];
  onAdd: (item: ItemFields) => void;
  onPage: (page: number) => void;
}

function Found({ project: id, asked, attempt, chosen, onAdd, onPage }: FoundProps) {
  const { find: w } = useWords(playlistsWords);
  const formatDate = useDateTimeFormat();
  const { project } = useFreshQuery<FindArticlesQuery>(
    findArticlesQuery,
    {
      id,
      first: pageSizes.dialog,
      offset: (asked.page - 1) * pageSizes.dialog,
      query: asked.query.trim() || null,
      dateFrom: asked.from || null,
      dateTo: asked.to || null,
    },
    attempt,
  );
  const { edges = [], totalCount = 0, totalIsCapped = false } = project?.articles ?? {};
  const pages = Math.max(1, Math.ceil(totalCount / pageSizes.dialog));
  if (edges.length === 0) return <p role="status">{w.nothing}</p>;
  return (
    <>
      <ul className={styles.list} aria-label={w.found}>
        {edges.map(({ node }) => {
          const isIn = chosen.some(({ article }) => article === node.id);
          return (
            <li key={node.id} className={styles.row} data-testid="found-article">
              <span className={styles.title}>
                <span title={node.title}>{cutTitle(node.title)}</span>
                <span className={styles.date}>{formatDate(node.addedAt)}</span>
              </span>
              <Button
                size="compact-sm"
                variant={isIn ? 'subtle' : 'default'}
                leftSection={isIn ? <IconCheck size={14} /> : <IconPlus size={14} />}
                disabled={isIn}
                aria-label={isIn ? w.isIn({ title: node.title }) : w.addOf({ title: node.title })}
                onClick={() =>
                  onAdd({
                    key: crypto.randomUUID(),
                    article: node.id,
                    title: node.title,
                    status: 'READY',
                    file: node.file ?? null,
                    durationMs: node.audio?.durationMs ?? null,
                    customTitle: '',
                    customText: '',
                    customFile: null,
                  })
                }
              >
                {isIn ? w.added : w.add}
              </Button>
            </li>
          );
        })}
      </ul>
      <div className={styles.pages}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={asked.page <= 1}
          onClick={() => onPage(asked.page - 1)}
        >
          {w.previous}
        </Button>
        <span role="status">{w.page({ page: asked.page, pages, isCapped: totalIsCapped })}</span>
        <Button
          size="compact-sm"
          variant="default"
          disabled={asked.page >= pages}
          onClick={() => onPage(asked.page + 1)}
        >
          {w.next}
        </Button>
      </div>
    </>
  );
}

const findArticlesQuery = graphql`
  query FindArticlesQuery($id: ID!, $first: Int!, $offset: Int!, $query: String, $dateFrom: Date, $dateTo: Date) @throwOnFieldError {
    project(id: $id) {
      articles(first: $first, offset: $offset, status: READY, search: $query, dateFrom: $dateFrom, dateTo: $dateTo) {
        totalCount
        totalIsCapped
        edges {
          node {
            id
            title
            addedAt
            file
            audio {
              ...liveFragments_audio
              durationMs
            }
          }
        }
      }
    }
  }
`;
