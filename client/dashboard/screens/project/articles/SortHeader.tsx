import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import styles from './ArticlesTable.module.css';
import { sortedBy, type Sort, type TableSearch } from './article-variables.ts';

interface SortHeaderProps {
  sort: Sort;
  search: TableSearch;
  /** The address of the table in another order. */
  to: (search: TableSearch) => string;
  className?: string | undefined;
  children: string;
}

/** The head of a column that the table can be sorted by; followed again, it sorts the other way round. */
export function SortHeader({ sort, search, to, className, children }: SortHeaderProps) {
  const isSorted = search.sort === sort;
  const Arrow = search.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (search.descending ? 'descending' : 'ascending') : undefined}
      data-sort={sort}
    >
      <Link className={styles.sort} to={to(sortedBy(search, sort))} preventScrollReset>
        {children}
        {isSorted && <Arrow size={13} aria-hidden="true" />}
      </Link>
    </th>
  );
}
