import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { FindArticlesQuery } from '../../__generated__/FindArticlesQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { Bar } from '../../ui/Skeletons.tsx';
import { cutTitle, daysOf, type ItemFields, type PlaylistFields } from './playlist-fields.ts';
import styles from './FindArticles.module.css';

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

/** Articles of a page in the dialog (specification, section 9). */
const pageSize = 10;
const debounce = 250;

/** Finds ready articles for a playlist, by title and by the days on which they were added. */
export function FindArticles({ project, chosen, queryText, queryDate, onAdd, onSearched, onClose }: FindArticlesProps) {
  const [typed, setTyped] = useState({ query: queryText, ...daysOf(queryDate), page: 1 });
  const [asked] = useDebouncedValue(typed, debounce);
  const search = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, page: 1, ...part }));
  const close = () => {
    const date = typed.from || typed.to ? `${typed.from}..${typed.to}` : '';
    if (typed.query.trim() !== queryText || date !== queryDate) onSearched({ queryText: typed.query.trim(), queryDate: date });
    onClose();
  };
  return (
    <Dialog title="Find articles" opened onClose={close} actions={<Button onClick={close}>Done</Button>}>
      <div className={styles.search} role="search" aria-label="Articles for the playlist">
        <TextInput
          type="search"
          aria-label="Search articles by title"
          placeholder="Search titles"
          leftSection={<IconSearch size={15} />}
          value={typed.query}
          onChange={({ currentTarget }) => search({ query: currentTarget.value })}
        />
        <label>
          <span>From</span>
          <input
            type="date"
            value={typed.from}
            max={typed.to || undefined}
            onChange={({ currentTarget }) => search({ from: currentTarget.value })}
          />
        </label>
        <label>
          <span>to</span>
          <input
            type="date"
            value={typed.to}
            min={typed.from || undefined}
            onChange={({ currentTarget }) => search({ to: currentTarget.value })}
          />
        </label>
      </div>
      <Part
        what="the articles"
        of={JSON.stringify(asked)}
        waiting={
          <div role="status" aria-label="Loading the articles">
            <Bar height={220} />
          </div>
        }
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
  const formatDate = useDateTimeFormat();
  const { project } = useLazyLoadQuery<FindArticlesQuery>(
    graphql`
    query FindArticlesQuery($id: ID!, $first: Int!, $offset: Int!, $query: String, $dateFrom: Date, $dateTo: Date) @throwOnFieldError {
      project(id: $id) {
        articles(first: $first, offset: $offset, status: ready, query: $query, dateFrom: $dateFrom, dateTo: $dateTo) {
          totalCount
          totalIsCapped
          edges {
            node {
              id
              databaseId
              title
              addedAt
              file
              audio {
                durationMs
              }
            }
          }
        }
      }
    }
  `,
    {
      id,
      first: pageSize,
      offset: (asked.page - 1) * pageSize,
      query: asked.query.trim() || null,
      dateFrom: asked.from || null,
      dateTo: asked.to || null,
    },
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  const { edges = [], totalCount = 0, totalIsCapped = false } = project?.articles ?? {};
  const pages = Math.max(1, Math.ceil(totalCount / pageSize));
  if (edges.length === 0) return <p role="status">No ready article was found.</p>;
  return (
    <>
      <ul className={styles.list} aria-label="Articles that were found">
        {edges.map(({ node }) => {
          const isIn = chosen.some(({ article }) => article === node.databaseId);
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
                aria-label={isIn ? `${node.title} is in the playlist` : `Add ${node.title}`}
                onClick={() =>
                  onAdd({
                    key: crypto.randomUUID(),
                    article: node.databaseId,
                    title: node.title,
                    status: 'ready',
                    file: node.file ?? null,
                    durationMs: node.audio?.durationMs ?? null,
                    customTitle: '',
                    customText: '',
                    customFile: null,
                  })
                }
              >
                {isIn ? 'Added' : 'Add'}
              </Button>
            </li>
          );
        })}
      </ul>
      <div className={styles.pages}>
        <Button size="compact-sm" variant="default" disabled={asked.page <= 1} onClick={() => onPage(asked.page - 1)}>
          Previous
        </Button>
        <span role="status">
          Page {asked.page} of {pages}
          {totalIsCapped && ' or more'}
        </span>
        <Button size="compact-sm" variant="default" disabled={asked.page >= pages} onClick={() => onPage(asked.page + 1)}>
          Next
        </Button>
      </div>
    </>
  );
}
