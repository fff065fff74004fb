import { Popover } from '@mantine/core';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import FilterFields from './FilterFields.tsx';
import { FiltersButton } from './FiltersButton.tsx';

/** The list's filters, which take the place of the button that asked for them (`useLate`), open. */
export default function FiltersPopover(fields: ComponentProps<typeof FilterFields>) {
  const w = useWords(projectWords);
  const trigger = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // The button that was pressed is gone: closed, they give the focus back to this one.
    trigger.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      width={320}
      trapFocus
      returnFocus
      portalProps={{ target: '#content' }}
    >
      <Popover.Target>
        <FiltersButton ref={trigger} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={w.filters.button}>
        <FilterFields {...fields} />
      </Popover.Dropdown>
    </Popover>
  );
}
