import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX, type IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

interface RowButtonProps {
  label: string;
  icon: ComponentType<IconProps>;
  disabled?: boolean;
  onClick: () => void;
}

/** A button at the end of a table's row. */
export function RowButton({ label, icon: Icon, disabled = false, onClick }: RowButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={16} />
    </ActionIcon>
  );
}

/** Removes a row of a table. */
export const RemoveRow = (props: Omit<RowButtonProps, 'icon'>) => <RowButton icon={IconX} {...props} />;

/** Adds a row below a table. */
export function AddRow({ label, onClick }: Pick<RowButtonProps, 'label' | 'onClick'>) {
  return (
    <div>
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}
