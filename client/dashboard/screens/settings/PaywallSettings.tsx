import { NumberInput, Switch, TextInput } from '@mantine/core';
import type { PaywallSuffix_project$key } from '../../__generated__/PaywallSuffix_project.graphql.ts';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { PaywallSuffix } from './PaywallSuffix.tsx';
import type { SettingsFields } from './settings-fields.ts';
import styles from './SettingsForm.module.css';

interface PaywallSettingsProps {
  project: PaywallSuffix_project$key;
  value: SettingsFields;
  errors: FieldErrors;
  onChange: (part: Partial<SettingsFields>) => void;
}

/** What those hear who did not subscribe. */
export function PaywallSettings({ project, value, errors, onChange }: PaywallSettingsProps) {
  return (
    <>
      <Switch
        label="Listeners without a subscription hear only the beginning"
        checked={value.paywall}
        error={errors['paywall']}
        onChange={(event) => onChange({ paywall: event.currentTarget.checked })}
      />
      <TextInput
        label="Call to action"
        description="Shown above the player to invite visitors to listen"
        value={value.paywallCTA}
        error={errors['paywallCTA']}
        onChange={(event) => onChange({ paywallCTA: event.currentTarget.value })}
      />
      <NumberInput
        label="Paragraphs before the paywall"
        className={styles.short!}
        min={1}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        value={value.paywallParagraphLimit}
        error={errors['paywallParagraphLimit']}
        onChange={(paywallParagraphLimit) => onChange({ paywallParagraphLimit })}
      />
      <Switch
        label="Play a sound at the end of the free part"
        checked={value.paywallAudioSuffixEnabled}
        error={errors['paywallAudioSuffixEnabled']}
        onChange={(event) => onChange({ paywallAudioSuffixEnabled: event.currentTarget.checked })}
      />
      {value.paywallAudioSuffixEnabled && (
        <PaywallSuffix
          project={project}
          value={value.paywallAudioSuffix}
          error={errors['paywallAudioSuffix']}
          onChange={(paywallAudioSuffix) => onChange({ paywallAudioSuffix })}
        />
      )}
    </>
  );
}
