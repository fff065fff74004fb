import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrashOff } from '@tabler/icons-react';
import { lazy, useRef, useState } from 'react';
import { restoringWords } from '../../generated/words/restoring.ts';
import { Part } from '../../relay/Part.tsx';
import { useRestorableDays } from '../../ui/restorable-days.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import type { DeletedKind } from './deleted-kinds.ts';

const DeletedItems = lazy(() => withWords(import('./DeletedItems.tsx')));

interface DeletedMenuProps {
  kind: DeletedKind;
  /** Its global ID. */
  project: string;
  /** What the list is called. */
  list: string;
}

/** The menu of a list, which leads to what was deleted from it; nothing where nothing can be brought back. */
export function DeletedMenu({ kind, project, list }: DeletedMenuProps) {
  const w = useWords(restoringWords);
  const days = useRestorableDays();
  const [opened, setOpened] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  if (days === 0) return null;
  return (
    <>
      <Menu
        position="bottom-end"
        width={240}
        shadow="md"
        withInitialFocusPlaceholder={false}
        portalProps={{ target: '#content' }}
      >
        <Menu.Target>
          <ActionIcon ref={trigger} variant="subtle" color="gray" size={32} aria-label={w.more({ list })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTrashOff size={16} />} onClick={() => setOpened(true)}>
            {w[kind]}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened && (
        <Part what={w[kind]} onFail={() => setOpened(false)}>
          {() => (
            <DeletedItems kind={kind} project={project} trigger={trigger} onClose={() => setOpened(false)} />
          )}
        </Part>
      )}
    </>
  );
}
