import { Button } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { lazy, useRef, useState } from 'react';
import { Part } from '../../relay/Part.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { ReportParams } from './report-params.ts';
import { Loading } from './Loading.tsx';

const ShareForm = lazy(() => import('./ShareForm.tsx'));

/** Opens what lets others read the report by a link. */
export function ShareButton({
  project,
  asked,
  title,
}: {
  project: string;
  asked: ReportParams;
  title: string;
}) {
  const w = useWords(statisticsWords);
  const [opened, setOpened] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => setOpened(false);
  return (
    <>
      <Button
        ref={trigger}
        variant="default"
        size="xs"
        leftSection={<IconShare3 size={15} />}
        onClick={() => setOpened(true)}
      >
        {w.share}
      </Button>
      <Dialog
        title={`${w.shareTitle}: ${title}`}
        opened={opened}
        onClose={close}
        trigger={trigger}
        actions={
          <Button variant="default" onClick={close}>
            {w.close}
          </Button>
        }
      >
        <Part what={w.links} waiting={<Loading />}>
          {(attempt) => <ShareForm project={project} asked={asked} attempt={attempt} />}
        </Part>
      </Dialog>
    </>
  );
}
