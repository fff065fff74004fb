import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { draftPreviewWords } from '../../generated/words/draftPreview.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import type { DraftPreviewDialogProps } from './DraftPreviewDialog.tsx';

const DraftPreviewDialog = lazy(() => withWords(import('./DraftPreviewDialog.tsx')));

interface PreviewDraftProps extends Omit<DraftPreviewDialogProps, 'onClose'> {
  disabled?: boolean;
}

/** Leads to what a draft would change in articles, before it is saved. */
export function PreviewDraft({ disabled = false, ...preview }: PreviewDraftProps) {
  const { open } = useWords(draftPreviewWords);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconHistory size={15} />}
        disabled={disabled}
        onClick={() => setOpened(true)}
      >
        {open}
      </Button>
      {opened &&
        // A form can't be nested in the draft's form.
        createPortal(
          <Suspense fallback={null}>
            <DraftPreviewDialog {...preview} onClose={() => setOpened(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
