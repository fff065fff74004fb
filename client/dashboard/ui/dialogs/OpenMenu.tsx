import { Menu } from '@mantine/core';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { MenuButton } from './MenuButton.tsx';

interface OpenMenuProps {
  label: string;
  trigger: RefObject<HTMLButtonElement | null>;
  framed?: boolean;
  width?: number;
  /** Its items. */
  children: ReactNode;
}

/** Open menu that replaces the `MenuButton` that requested it (`usePrefetch`). */
export function OpenMenu({ label, trigger, framed, width, children }: OpenMenuProps) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // The button that was pressed is gone: closed, the menu gives the focus back to this one.
    trigger.current?.focus({ preventScroll: true });
    setOpened(true);
  }, [trigger]);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      withInitialFocusPlaceholder={false}
      portalProps={{ target: '#content' }}
      {...(width && { width })}
    >
      <Menu.Target>
        <MenuButton ref={trigger} label={label} framed={framed} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
