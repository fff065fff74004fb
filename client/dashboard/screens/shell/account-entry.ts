import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** A screen that the account's menu leads to. */
export interface AccountEntry {
  /** Below `/projects`. */
  path: string;
  /** In the menu, in the language that is shown. */
  label: () => string;
  icon: ComponentType<IconProps>;
  /** For administrators alone; the server refuses others. */
  administrators?: true;
}

/** What the route of all screens knows of them. */
export interface AccountHandle {
  accountEntries: readonly AccountEntry[];
}

/** Returns the routes' entries that a role may open. */
export const accountEntriesFor = (
  matches: readonly { handle?: unknown }[],
  role: string | null | undefined,
): readonly AccountEntry[] =>
  matches
    .flatMap(({ handle }) => (handle as Partial<AccountHandle> | undefined)?.accountEntries ?? [])
    .filter(({ administrators }) => !administrators || role === 'ADMIN');
