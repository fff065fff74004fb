import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** A screen that the account's menu leads to. */
export interface AccountEntry {
  /** Below `/projects`. */
  path: string;
  /** In the menu. */
  label: string;
  icon: ComponentType<IconProps>;
  /** For administrators alone; the server refuses others. */
  administrators?: true;
}

/** What the route of all screens knows of them. */
export interface AccountHandle {
  accountEntries: readonly AccountEntry[];
}
