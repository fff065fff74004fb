import { Menu } from '@mantine/core';
import { IconTrashOff } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { OpenMenu } from '../../ui/dialogs/OpenMenu.tsx';

interface DeletedMenuItemsProps {
  label: string;
  /** What leads to what was deleted. */
  item: string;
  trigger: RefObject<HTMLButtonElement | null>;
  onAsk: () => void;
}

/** The menu of a list, open. */
export default function DeletedMenuItems({ label, item, trigger, onAsk }: DeletedMenuItemsProps) {
  return (
    <OpenMenu label={label} trigger={trigger} width={240}>
      <Menu.Item leftSection={<IconTrashOff size={16} />} onClick={onAsk}>
        {item}
      </Menu.Item>
    </OpenMenu>
  );
}
