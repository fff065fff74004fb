import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button } from '@mantine/core';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { Panel } from '../../ui/Panel.tsx';
import { channelsWords } from '../../generated/words/channels.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AlexaConnection } from './alexa/AlexaConnection.tsx';
import { NewSkillConnection } from './alexa/NewSkillConnection.tsx';
import type { ChannelFormState } from './channel-form-state.ts';
import styles from './ChannelForm.module.css';
import { DeclaredFields } from './DeclaredField.tsx';
import { OtherSettings } from './DeclaredBody.tsx';
import { ResourceLocation } from './ResourceLocation.tsx';
import { VoiceContent, voiceContentSettings } from './VoiceContent.tsx';

const own = ['name', 'category'] as const;

/**
 * The form of what answers to a name: an Alexa skill, or a Google action, of which the closing part is not
 * shown.
 */
export function AssistantBody({ form }: { form: ChannelFormState }) {
  const { assistant: w } = useWords(channelsWords);
  const isGoogle = form.kind.type === 'GOOGLE_ACTION';
  return (
    <>
      {isGoogle && (
        <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />} title={w.retired}>
          {w.retiredText}
        </Alert>
      )}
      <Panel title={isGoogle ? w.action : w.skill}>
        <div className={styles.section}>
          <DeclaredFields form={form} names={own} />
        </div>
      </Panel>
      <VoiceContent form={form} preview={isGoogle ? w.previewAction : w.previewSkill} closing={!isGoogle} />
      <OtherSettings form={form} shown={[...own, ...voiceContentSettings]} />
      {isGoogle ? <Export form={form} /> : <ResourceLocation form={form} label={w.endpoint} />}
      {!isGoogle && form.channel && <AlexaConnection channel={form.channel.id} />}
      {!isGoogle && !form.channel && <NewSkillConnection project={form.project.id} />}
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
