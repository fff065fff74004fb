import type { IconProps } from '@tabler/icons-react';
import { useLayoutEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { matchesKeys, type Keys } from './command-keys.ts';

/** Where the command palette and the list of shortcuts show a command, in this order. */
export const commandGroups = ['screen', 'project', 'player', 'places', 'account', 'general'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/**
 * Something that can be done here and now: offered in the command palette, and done by its keys, which the
 * list of shortcuts shows.
 */
export interface Command {
  /** Identifies the command; if ids repeat, the command added last counts. */
  id: string;
  /** In the language that is shown, as a verb: "Save". */
  label: string;
  run: () => void;
  /** Of the present screen, unless given. */
  group?: CommandGroup;
  icon?: ComponentType<IconProps>;
  /** Search terms in addition to the label. */
  keywords?: string;
  keys?: Keys;
  /** Listed among the shortcuts although nothing is there now on which its keys could act. */
  isIdle?: boolean;
  /** Only by its keys, such as what opens the palette. */
  notInPalette?: boolean;
}

const added = new Map<object, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] | null = null;

function change(owner: object, commands: readonly Command[] | null): void {
  if (commands) added.set(owner, commands);
  else added.delete(owner);
  all = null;
  for (const listener of listeners) listener();
}

/** What can be done now. */
export function presentCommands(): readonly Command[] {
  all ??= [...new Map([...added.values()].flat().map((command) => [command.id, command])).values()];
  return all;
}

/** The same for what shows it. Not for what adds commands itself: it would be rendered without end. */
export function usePresentCommands(): readonly Command[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, presentCommands);
}

/**
 * Offers commands in the palette and by their keys for as long as the component is shown. What is not
 * possible at the moment is left out: `useCommands([mayWrite && { id: 'article.add', label: w.add, keys: 'n',
 * run: add }])`.
 */
export function useCommands(commands: readonly (Command | false | null | undefined)[]): void {
  const [owner] = useState(() => ({}));
  // Before anything is painted: a key that is pressed at what one sees must find its command.
  useLayoutEffect(() => {
    change(
      owner,
      commands.filter((command) => !!command),
    );
  });
  useLayoutEffect(() => () => change(owner, null), [owner]);
}

/** Runs the command whose keys were pressed. @returns whether there is one */
export function runByKeys(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  const pressed = presentCommands().find(({ keys, isIdle }) => keys && !isIdle && matchesKeys(keys, event));
  if (!pressed) return false;
  event.preventDefault();
  if (!event.repeat) pressed.run();
  return true;
}
