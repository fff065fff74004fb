import type { RefObject } from 'react';
import type { ArticleRow_article$key } from '../../../__generated__/ArticleRow_article.graphql.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { ArticleRow, type ArticleRowProps } from './ArticleRow.tsx';
import type { TableSearch } from './article-variables.ts';
import styles from './ArticlesTable.module.css';
import { SortHeader } from './SortHeader.tsx';
import type { useRowKeys } from './use-row-keys.ts';
import type { useSelection } from './use-selection.ts';

interface ArticleRowsProps {
  articles: readonly ({ readonly id: string } & ArticleRow_article$key)[];
  /** What all rows have in common. */
  list: Pick<ArticleRowProps, 'connection' | 'project' | 'segment' | 'search' | 'labels' | 'onDeleted'>;
  /** Null: the person may not select. */
  selection: ReturnType<typeof useSelection> | null;
  sought: TableSearch;
  to: (order: TableSearch) => string;
  body: RefObject<HTMLTableSectionElement | null>;
  rowKeys: ReturnType<typeof useRowKeys>;
}

/** The articles of a page, with a header to sort and select them by. */
export function ArticleRows({ articles, list, selection, sought, to, body, rowKeys }: ArticleRowsProps) {
  const now = useNow();
  return (
    <table className={styles.table}>
      <TableHead
        ids={articles.map(({ id }) => id)}
        selection={selection}
        search={sought}
        labels={list.labels}
        to={to}
      />
      <tbody ref={body} {...rowKeys}>
        {articles.map((article) => (
          <ArticleRow
            {...list}
            key={article.id}
            article={article}
            now={now}
            selection={
              selection
                ? { selected: selection.has(article.id), toggle: () => selection.toggle(article.id) }
                : undefined
            }
          />
        ))}
      </tbody>
    </table>
  );
}

interface TableHeadProps {
  /** Articles of the page. */
  ids: readonly string[];
  /** Null: the person may not select. */
  selection: ReturnType<typeof useSelection> | null;
  search: TableSearch;
  labels: boolean;
  to: (order: TableSearch) => string;
}

function TableHead({ ids, selection, search: sought, labels, to: sortedTo }: TableHeadProps) {
  const w = useWords(projectWords);
  const allHere = selection !== null && ids.every((id) => selection.has(id));
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={styles.check}>
            <input
              type="checkbox"
              aria-label={w.table.selectPage}
              checked={allHere}
              ref={(box) => {
                if (box) box.indeterminate = !allHere && ids.some((id) => selection.has(id));
              }}
              onChange={() => selection.set(ids, !allHere)}
            />
          </th>
        )}
        <th scope="col" className={styles.play}>
          <span className="visually-hidden">{w.table.play}</span>
        </th>
        <SortHeader sort="STATUS" search={sought} to={sortedTo}>
          {w.table.status}
        </SortHeader>
        <SortHeader sort="TITLE" search={sought} to={sortedTo}>
          {w.table.title}
        </SortHeader>
        <SortHeader sort="DURATION" search={sought} to={sortedTo} className={styles.duration}>
          {w.table.duration}
        </SortHeader>
        <SortHeader sort="ADDED" search={sought} to={sortedTo} className={styles.date}>
          {w.table.added}
        </SortHeader>
        {labels && (
          <th scope="col" className={styles.labels}>
            {w.table.labels}
          </th>
        )}
        <th scope="col" className={styles.menu}>
          <span className="visually-hidden">{w.table.actions}</span>
        </th>
      </tr>
    </thead>
  );
}
