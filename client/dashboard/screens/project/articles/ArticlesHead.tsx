import type { RefObject } from 'react';
import { DeletedMenu } from '../../../frames/deleted-items/DeletedMenu.tsx';
import { projectWords } from '../../../generated/words/project.ts';
import { formatCount } from '../../../ui/format.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { ArticleFilters, type ArticleFiltersProps } from './ArticleFilters.tsx';
import styles from './ArticlesTable.module.css';

interface ArticlesHeadProps extends ArticleFiltersProps {
  /** Global ID of the project. */
  id: string;
  canWrite: boolean;
  count: number;
  /** Whether there are more than were counted. */
  isCapped: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** How many articles there are, what they are filtered by, and the way to the deleted ones. */
export function ArticlesHead({ id, canWrite, count, isCapped, heading, ...filters }: ArticlesHeadProps) {
  const w = useWords(projectWords);
  return (
    <div className={styles.head}>
      <h2 ref={heading} tabIndex={-1}>
        {w.articles}
      </h2>
      <span className={styles.count} data-testid="article-count">
        {isCapped ? w.table.moreThan({ count }) : formatCount(count)}
      </span>
      <ArticleFilters key={id} {...filters} />
      {canWrite && (
        <span className={styles.more}>
          <DeletedMenu kind="articles" project={id} list={w.articles} />
        </span>
      )}
    </div>
  );
}
