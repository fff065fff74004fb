import type { ReactNode } from 'react';
import { LoadMore } from './LoadMore.tsx';

interface PagedListProps<Item> {
  items: readonly Item[];
  className: string | undefined;
  /** Shown instead of an empty list. */
  none: ReactNode;
  /** What there is more of: `projects`. */
  what: string;
  /** The pages that are still to come, as `usePaginationFragment` returns them. */
  pages: { hasNext: boolean; isLoadingNext: boolean; loadNext: (count: number) => unknown };
  /** Items of the next page. */
  step: number;
  children: (item: Item) => ReactNode;
}

/** A list that is read a page at a time, with the button for the next page below it. */
export function PagedList<Item>({
  items,
  className,
  none,
  what,
  pages,
  step,
  children,
}: PagedListProps<Item>) {
  if (items.length === 0) return none;
  return (
    <>
      <ul className={className}>{items.map(children)}</ul>
      <LoadMore
        what={what}
        shown={items.length}
        more={pages.hasNext}
        busy={pages.isLoadingNext}
        onMore={() => void pages.loadNext(step)}
      />
    </>
  );
}
