import { Menu } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { OpenMenu } from '../../ui/dialogs/OpenMenu.tsx';
import styles from './articles/ArticlesTable.module.css';

interface Item {
  label: string;
  icon: TablerIcon;
  run: () => void;
}

interface ProjectMenuItemsProps {
  label: string;
  trigger: RefObject<HTMLButtonElement | null>;
  /** Null: for those who may. */
  reports: Item | null;
  deletion: Item | null;
}

/** The menu of a project's header, open. */
export default function ProjectMenuItems({ label, trigger, reports, deletion }: ProjectMenuItemsProps) {
  return (
    <OpenMenu label={label} trigger={trigger} framed>
      {reports && (
        <Menu.Item leftSection={<reports.icon size={16} />} onClick={reports.run}>
          {reports.label}
        </Menu.Item>
      )}
      {reports && deletion && <Menu.Divider />}
      {deletion && (
        <Menu.Item
          className={styles.danger!}
          leftSection={<deletion.icon size={16} />}
          onClick={deletion.run}
        >
          {deletion.label}
        </Menu.Item>
      )}
    </OpenMenu>
  );
}
