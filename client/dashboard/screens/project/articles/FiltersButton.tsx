import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';

/** Opens the list's filters. */
export function FiltersButton(props: Omit<ComponentProps<'button'>, 'color' | 'style'>) {
  const w = useWords(projectWords);
  return (
    <Button {...props} variant="default" size="sm" leftSection={<IconFilter size={15} />}>
      {w.filters.button}
    </Button>
  );
}
