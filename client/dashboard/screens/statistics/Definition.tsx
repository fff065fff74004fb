import { ActionIcon, Popover } from '@mantine/core';
import '../../ui/forms/forms.css';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Statistics.module.css';

/** What a figure means, one click away. */
export function Definition({ name, children }: { name: string; children: ReactNode }) {
  const w = useWords(statisticsWords);
  return (
    <Popover width={300} position="bottom" withArrow shadow="md" trapFocus={false} returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={w.about({ name })}
          className={styles.about}
        >
          <IconInfoCircle size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.definition} aria-label={name}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
