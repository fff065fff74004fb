import { VoicePicker } from '../../voices/VoicePicker.tsx';
import type { SectionProps } from '../settings-form-state.ts';

/** Voice of the articles: language, voice, its settings, and a preview. */
export function VoiceSection({ form: { project, query, value, errors, edit } }: SectionProps) {
  return (
    <VoicePicker
      query={query}
      project={project.id}
      saved={project.voice.details}
      value={{
        voiceLanguage: value.voiceLanguage,
        voiceName: value.voiceName,
        settings: value.voiceAdditionalSettings,
      }}
      errors={errors}
      onChange={({ voiceLanguage, voiceName, settings }) =>
        edit({ voiceLanguage, voiceName, voiceAdditionalSettings: settings })
      }
    />
  );
}
