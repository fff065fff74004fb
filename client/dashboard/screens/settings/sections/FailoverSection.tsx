import { settingNamesWords } from '../../../generated/words/settingNames.ts';
import { voicesWords } from '../../../generated/words/voices.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { VoiceSelect } from '../../voices/VoiceSelect.tsx';
import type { SectionProps } from '../settings-form-state.ts';

/** The voice that steps in while the first one's service is down. */
export function FailoverSection({ form: { value, errors, edit } }: SectionProps) {
  const w = useWords(voicesWords);
  const { failoverVoice } = useWords(settingNamesWords);
  return (
    <VoiceSelect
      label={failoverVoice.label}
      description={failoverVoice.hint}
      placeholder={w.failoverNone}
      clearable
      clearButtonProps={{ 'aria-label': w.failoverClear }}
      language={value.voiceLanguage}
      values={value.failoverVoice ? [value.failoverVoice] : []}
      withSample
      error={errors['failoverVoice']}
      onChange={([voice = null]) => edit({ failoverVoice: voice })}
    />
  );
}
