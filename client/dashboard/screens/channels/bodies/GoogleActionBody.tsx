import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { channelsWords } from '../../../generated/words/channels.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { DeclaredFields } from '../fields/DeclaredField.tsx';
import { OtherSettings } from './DeclaredBody.tsx';
import { VoiceContent, voiceContentSettings } from './VoiceContent.tsx';

const own = ['name', 'category'] as const;

/** The form of a Google action, which has no closing part and can be exported. */
export function GoogleActionBody({ form }: { form: ChannelFormState }) {
  const { assistant: w } = useWords(channelsWords);
  return (
    <>
      <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />} title={w.retired}>
        {w.retiredText}
      </Alert>
      <Panel title={w.action}>
        <div className={styles.section}>
          <DeclaredFields form={form} names={own} />
        </div>
      </Panel>
      <VoiceContent form={form} preview={w.previewAction} closing={false} />
      <OtherSettings form={form} shown={[...own, ...voiceContentSettings]} />
      <Export form={form} />
    </>
  );
}

function Export({ form: { channel } }: { form: ChannelFormState }) {
  const { assistant: w } = useWords(channelsWords);
  return (
    <Panel title={w.export}>
      {channel?.publicUrl ? (
        <Button
          component="a"
          href={channel.publicUrl}
          download={`${channel.slug}.json`}
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {w.download}
        </Button>
      ) : (
        <p className={styles.hint}>{w.later}</p>
      )}
    </Panel>
  );
}
