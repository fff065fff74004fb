import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useRelayEnvironment } from 'react-relay';
import { rememberReturnPath } from '../../relay/return-path.ts';
import { signInWithGoogle } from '../../relay/sign-in-refusal.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { showError } from '../../ui/messages.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { fileNameIn } from './file-name.ts';

interface DownloadProps {
  /** Where the file is. */
  address: string;
  /** Of a shared report: what its password gave; null: it has none. */
  shareKey?: string | null;
  disabled: boolean;
  /** Called when the link no longer grants access: its password is required, or it is gone. */
  onRefused?: () => void;
}

/** Saves the rows of a report, under the name that the server gives them. */
export function Download({ address, shareKey, disabled, onRefused }: DownloadProps) {
  const w = useWords(statisticsWords);
  const environment = useRelayEnvironment();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const answer = await fetch(address, shareKey ? { headers: { 'x-share-key': shareKey } } : {});
      if (shareKey === undefined && answer.status === 401) {
        rememberReturnPath(location);
        return location.assign('/');
      }
      if (shareKey === undefined && answer.status === 403) {
        if (!(await signInWithGoogle(environment))) showError({ message: w.downloadNotAllowed });
        return;
      }
      if (shareKey !== undefined && (answer.status === 403 || answer.status === 404)) {
        showError({ message: w.downloadRefused });
        return onRefused?.();
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const name = fileNameIn(answer.headers.get('content-disposition')) ?? 'statistics.csv';
      saveFile(await answer.blob(), name, 'text/csv;charset=utf-8');
    } catch {
      showError({ message: w.downloadFailed });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      disabled={disabled}
      loading={busy}
      leftSection={<IconDownload size={15} />}
      onClick={() => void download()}
    >
      {w.download}
    </Button>
  );
}
