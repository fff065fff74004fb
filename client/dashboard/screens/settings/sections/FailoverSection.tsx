import { FailoverVoice } from '../FailoverVoice.tsx';
import type { SectionProps } from '../settings-form-state.ts';

export function FailoverSection({ form: { query, value, errors, edit } }: SectionProps) {
  return (
    <FailoverVoice
      query={query}
      language={value.voiceLanguage}
      value={value.failoverVoice}
      error={errors['failoverVoice']}
      onChange={(failoverVoice) => edit({ failoverVoice })}
    />
  );
}
