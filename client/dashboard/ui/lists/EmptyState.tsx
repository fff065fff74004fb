import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon: ComponentType<IconProps>;
  title: string;
  /** Replaces a whole screen. */
  screen?: boolean;
  /** Of a panel among others, which is not to take their place. */
  small?: boolean;
  children?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}

/** Shown where a list is empty. */
export function EmptyState({
  icon: Icon,
  title,
  screen = false,
  small = false,
  children,
  action,
  role,
}: EmptyStateProps) {
  const Heading = screen ? 'h1' : 'h2';
  return (
    <div className={styles.empty} role={role} data-small={small || undefined}>
      <span className={styles.icon}>
        <Icon size={28} stroke={1.4} />
      </span>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
