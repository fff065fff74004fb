import { Button } from '@mantine/core';
import { IconLock, IconMail } from '@tabler/icons-react';
import { useContactLink } from '../../ui/contact.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';

/**
 * Replaces a feature that the organization has not booked, and links to the contact who enables it
 * (specification, section 6).
 * @param what the locked feature, and of which project: the subject of the email
 */
export function FeatureLocked({ what, project }: { what: string; project: string }) {
  const w = useWords(projectWords);
  const contact = useContactLink(w.contactSubject({ what, project }));
  return (
    <EmptyState
      icon={IconLock}
      title={w.locked}
      action={
        <Button component="a" variant="default" href={contact} leftSection={<IconMail size={16} />}>
          {w.contact}
        </Button>
      }
    >
      {w.notEnabled}
    </EmptyState>
  );
}
