import { IconDots } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import styles from './MenuButton.module.css';

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'type'> {
  label: string;
  /** Beside other buttons it is framed as they are. */
  framed?: boolean | undefined;
}

/** Three dots, which open a menu. */
export function MenuButton({ label, framed, className, ...props }: MenuButtonProps) {
  return (
    <button
      {...props}
      type="button"
      className={className ? `${styles.button} ${className}` : styles.button}
      data-framed={framed || undefined}
      aria-label={label}
    >
      <IconDots size={18} />
    </button>
  );
}
