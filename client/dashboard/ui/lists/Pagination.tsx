import { Link } from 'react-router-dom';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { pageWindow } from './page-window.ts';
import styles from './Pagination.module.css';

/** Links to pages, each with its own address. */
export function Pagination({
  current,
  total,
  to,
  label,
}: {
  current: number;
  total: number;
  to: (page: number) => string;
  label: string;
}) {
  const w = useWords(uiWords);
  if (total <= 1) return null;
  return (
    <nav className={styles.pages} aria-label={label}>
      <Step to={to(current - 1)} disabled={current <= 1} label={w.previousPage}>
        ‹
      </Step>
      {pageWindow(current, total).map((page, index) =>
        page === 'gap' ? (
          <span key={`gap${index}`} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={page}
            className={styles.page}
            to={to(page)}
            aria-current={page === current ? 'page' : undefined}
            aria-label={w.page({ page })}
          >
            {page}
          </Link>
        ),
      )}
      <Step to={to(current + 1)} disabled={current >= total} label={w.nextPage}>
        ›
      </Step>
    </nav>
  );
}

function Step({
  to,
  disabled,
  label,
  children,
}: {
  to: string;
  disabled: boolean;
  label: string;
  children: string;
}) {
  if (disabled)
    return (
      <span className={styles.page} aria-hidden="true" data-disabled="">
        {children}
      </span>
    );
  return (
    <Link className={styles.page} to={to} aria-label={label}>
      {children}
    </Link>
  );
}
