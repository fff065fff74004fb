import { Button, Tabs } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { notify } from '../../ui/messages.ts';
import { paywallWords } from '../../generated/words/paywall.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { signatureSamples } from './signature-samples.ts';
import styles from './SignatureDialog.module.css';

/** How requests for the whole audio are signed, with programs that do. */
export default function SignatureDialog({ onClose }: { onClose: () => void }) {
  const w = useWords(paywallWords).signed;
  const copy = async (code: string) => {
    if (await copyText(code)) notify(w.sampleCopied, 1000);
  };
  return (
    <Dialog
      title={w.title}
      opened
      className={styles.wide}
      onClose={onClose}
      actions={<Button onClick={onClose}>{w.done}</Button>}
    >
      <p>{w.explain}</p>
      <p>{w.secret}</p>
      <p>{w.address}</p>
      <p>
        <code className={styles.address}>
          /download/audio/….mp3?timestamp=1795300000&amp;signature=5d41402abc4b2a76b9719d911017c592
        </code>
      </p>
      <Tabs defaultValue={signatureSamples[0]!.language} keepMounted={false}>
        <Tabs.List aria-label={w.languages}>
          {signatureSamples.map(({ language }) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {signatureSamples.map(({ language, code, command }) => (
          <Tabs.Panel key={language} value={language} className={styles.panel}>
            <pre tabIndex={0} aria-label={w.sample({ language })}>
              {code}
            </pre>
            <div className={styles.run}>
              <span>
                {w.run} <code>{command} https://…</code>
              </span>
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconCopy size={14} />}
                onClick={() => void copy(code)}
              >
                {w.copySample}
              </Button>
            </div>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Dialog>
  );
}
