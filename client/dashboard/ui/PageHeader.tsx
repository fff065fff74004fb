import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { IconArrowLeft } from '@tabler/icons-react';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  title: ReactNode;
  /** A line under the title. */
  detail?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
}

/** The head of a screen: the way back, what it is, what can be done. */
export function PageHeader({ title, detail, back, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back && (
        <Link to={back.to} className={styles.back}>
          <IconArrowLeft size={15} /> {back.label}
        </Link>
      )}
      <div className={styles.row}>
        <div className={styles.titles}>
          <h1>{title}</h1>
          {detail && <div className={styles.detail}>{detail}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}
