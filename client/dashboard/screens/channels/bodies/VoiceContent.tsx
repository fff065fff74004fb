import { Panel } from '../../../ui/Panel.tsx';
import { UploadField } from '../../../ui/forms/UploadField.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { soundProblem } from '../../sounds/file-checks.ts';
import { useUploadSound } from '../../sounds/use-upload-sound.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { DeclaredField } from '../fields/DeclaredField.tsx';
import { PreviewChannel } from '../check/PreviewChannel.tsx';

/** Audio played around the articles. */
export const voiceContentSettings = [
  'introAudio',
  'introText',
  'nextNewsAudio',
  'outroText',
  'outroAudio',
] as const;

interface VoiceContentProps {
  form: ChannelFormState;
  /** What the button that plays all of it says. */
  preview: string;
  /** Whether there is a closing sound; the Google action's form has none. */
  closing?: boolean;
}

const closingSettings: readonly string[] = ['outroText', 'outroAudio'];

/** The texts and sounds around the articles, each to be listened to alone, and all together. */
export function VoiceContent({ form, preview, closing = true }: VoiceContentProps) {
  const { sounds: w } = useWords(channelsWords);
  // The upload then appears in the lists of sounds, where its placement is chosen.
  const send = useUploadSound(form.project.id, () => {});
  return (
    <Panel title={w.title} aside={<PreviewChannel form={form} label={preview} />}>
      <div className={styles.section}>
        {voiceContentSettings
          .filter((name) => closing || !closingSettings.includes(name))
          .map((name) => (
            <DeclaredField key={name} form={form} name={name} spoken />
          ))}
        <UploadField
          label={w.upload}
          hint={w.uploadHint}
          accept=".mp3,.wav,audio/mpeg,audio/wav"
          check={soundProblem}
          send={send}
        />
      </div>
    </Panel>
  );
}
