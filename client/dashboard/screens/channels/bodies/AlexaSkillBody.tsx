import { channelsWords } from '../../../generated/words/channels.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import { AlexaConnection } from '../alexa/AlexaConnection.tsx';
import { NewSkillConnection } from '../alexa/NewSkillConnection.tsx';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { DeclaredFields } from '../fields/DeclaredField.tsx';
import { ResourceLocation } from '../fields/ResourceLocation.tsx';
import { OtherSettings } from './DeclaredBody.tsx';
import { VoiceContent, voiceContentSettings } from './VoiceContent.tsx';

const own = ['name', 'category'] as const;

/** The form of an Alexa skill. */
export function AlexaSkillBody({ form }: { form: ChannelFormState }) {
  const { assistant: w } = useWords(channelsWords);
  return (
    <>
      <Panel title={w.skill}>
        <div className={styles.section}>
          <DeclaredFields form={form} names={own} />
        </div>
      </Panel>
      <VoiceContent form={form} preview={w.previewSkill} closing />
      <OtherSettings form={form} shown={[...own, ...voiceContentSettings]} />
      <ResourceLocation form={form} label={w.endpoint} />
      {form.channel ? (
        <AlexaConnection channel={form.channel.id} />
      ) : (
        <NewSkillConnection project={form.project.id} />
      )}
    </>
  );
}
