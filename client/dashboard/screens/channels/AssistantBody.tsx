import { Alert, Button } from '@mantine/core';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { Panel } from '../../ui/Panel.tsx';
import { AlexaConnection } from './alexa/AlexaConnection.tsx';
import type { ChannelFormState } from './channel-form-state.ts';
import styles from './ChannelForm.module.css';
import { DeclaredFields } from './DeclaredField.tsx';
import { OtherSettings } from './DeclaredBody.tsx';
import { ResourceLocation } from './ResourceLocation.tsx';
import { VoiceContent, voiceContentSettings } from './VoiceContent.tsx';

const own = ['name', 'category'] as const;

/** The form of what answers to a name: an Alexa skill, or a Google action, of which the closing part is not shown. */
export function AssistantBody({ form }: { form: ChannelFormState }) {
  const isGoogle = form.kind.type === 'googleAction';
  return (
    <>
      {isGoogle && (
        <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />} title="Retired by Google">
          Google retired conversational actions in June 2023. The export can still be downloaded; Google Assistant no longer answers to it.
        </Alert>
      )}
      <Panel title={isGoogle ? 'Action' : 'Skill'}>
        <div className={styles.section}>
          <DeclaredFields form={form} names={own} />
        </div>
      </Panel>
      <VoiceContent form={form} preview={isGoogle ? 'Preview my action' : 'Preview my skill'} closing={!isGoogle} />
      <OtherSettings form={form} shown={[...own, ...voiceContentSettings]} />
      {isGoogle ? <Export form={form} /> : <ResourceLocation form={form} label="Endpoint of the skill" />}
      {!isGoogle && form.channel && <AlexaConnection channel={form.channel.id} />}
    </>
  );
}

function Export({ form: { channel } }: { form: ChannelFormState }) {
  return (
    <Panel title="Export">
      {channel?.publicUrl ? (
        <Button
          component="a"
          href={channel.publicUrl}
          download={`${channel.slug}.json`}
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          Download the action
        </Button>
      ) : (
        <p className={styles.hint}>Once created, the action package can be downloaded here.</p>
      )}
    </Panel>
  );
}
