import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon: ComponentType<IconProps>;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}

/** What stands where there is nothing to show. */
export function EmptyState({ icon: Icon, title, children, action, role }: EmptyStateProps) {
  return (
    <div className={styles.empty} role={role}>
      <span className={styles.icon}><Icon size={28} stroke={1.4} /></span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
