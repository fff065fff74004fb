import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A link that looks like a button. */
export function LinkButton({
  to,
  icon,
  variant = 'filled',
  children,
}: {
  to: string;
  icon?: ReactNode;
  variant?: 'filled' | 'default' | 'subtle';
  children: ReactNode;
}) {
  return (
    <Button component={Link} to={to} variant={variant} leftSection={icon}>
      {children}
    </Button>
  );
}
