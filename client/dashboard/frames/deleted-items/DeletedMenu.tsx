import { lazy, useRef, useState } from 'react';
import { restoringWords } from '../../generated/words/restoring.ts';
import { Part } from '../../relay/Part.tsx';
import { MenuButton } from '../../ui/dialogs/MenuButton.tsx';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { usePrefetch } from '../../relay/use-prefetch.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import type { DeletedKind } from './deleted-kinds.ts';

const loadMenu = () => import('./DeletedMenuItems.tsx');
const DeletedItems = lazy(() => withWords(import('./DeletedItems.tsx')));

interface DeletedMenuProps {
  kind: DeletedKind;
  /** Its global ID. */
  project: string;
  /** What the list is called. */
  list: string;
}

/** The menu of a list, which leads to what was deleted from it; nothing where nothing can be restored. */
export function DeletedMenu({ kind, project, list }: DeletedMenuProps) {
  const w = useWords(restoringWords);
  const days = useRestorableDays();
  const [opened, setOpened] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { Opened, button } = usePrefetch(loadMenu);
  if (days === 0) return null;
  const label = w.more({ list });
  return (
    <>
      {Opened ? (
        <Opened label={label} item={w[kind]} trigger={trigger} onAsk={() => setOpened(true)} />
      ) : (
        <MenuButton {...button} ref={trigger} label={label} />
      )}
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
