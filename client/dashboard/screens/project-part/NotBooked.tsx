import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { projectWords } from '../../words/project-words.ts';
import { useWords } from '../../words/word-catalogue.ts';

/**
 * Stands in place of what the organization has not booked, with the way to whoever enables it (specification,
 * section 6).
 */
export function NotBooked() {
  const w = useWords(projectWords);
  return (
    <EmptyState
      icon={IconLock}
      title={w.locked}
      action={
        <LinkButton variant="default" to="/projects/docs/characters">
          {w.contact}
        </LinkButton>
      }
    >
      {w.notEnabled}
    </EmptyState>
  );
}
