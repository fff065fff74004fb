import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { FieldErrors } from '../../relay/use-action.ts';
import { copyText } from '../../ui/copy-text.ts';
import { notify } from '../../ui/messages.ts';
import { PaywallSuffix } from './PaywallSuffix.tsx';
import type { SettingsFields, SettingsProject } from './settings-fields.ts';
import styles from './SettingsForm.module.css';

interface PaywallSettingsProps {
  project: SettingsProject;
  value: SettingsFields;
  errors: FieldErrors;
  onChange: (part: Partial<SettingsFields>) => void;
}

/** What those hear who did not subscribe, and how the rest is protected. */
export function PaywallSettings({ project, value, errors, onChange }: PaywallSettingsProps) {
  return (
    <>
      <Switch label="Without a subscription only the beginning is heard" checked={value.paywall} error={errors['paywall']} onChange={(event) => onChange({ paywall: event.currentTarget.checked })} />
      <TextInput label="Call to action" description="What invites to listen, above the player" value={value.paywallCTA} error={errors['paywallCTA']} onChange={(event) => onChange({ paywallCTA: event.currentTarget.value })} />
      <NumberInput label="Paragraphs before the paywall" className={styles.short!} min={1} clampBehavior="none" allowDecimal={false} allowNegative={false} value={value.paywallParagraphLimit} error={errors['paywallParagraphLimit']} onChange={(paywallParagraphLimit) => onChange({ paywallParagraphLimit })} />
      <Switch label="A sound ends the free part" checked={value.paywallAudioSuffixEnabled} onChange={(event) => onChange({ paywallAudioSuffixEnabled: event.currentTarget.checked })} />
      {value.paywallAudioSuffixEnabled && <PaywallSuffix project={project} value={value.paywallAudioSuffix} error={errors['paywallAudioSuffix']} onChange={(paywallAudioSuffix) => onChange({ paywallAudioSuffix })} />}
      <Switch
        label="Protect the whole audio with a signature" checked={value.securityEnabled} error={errors['securityEnabled']} onChange={(event) => onChange({ securityEnabled: event.currentTarget.checked })}
        description="Your pages ask for it with the time and the md5 of that time and your key. A signature is valid for five minutes, so nobody can pass a link on."
      />
      {value.securityEnabled && (project.securityKey
        ? <SecurityKey securityKey={project.securityKey} />
        : <p className={styles.hint}>The key is made when you save, and shown here then.</p>)}
    </>
  );
}

function SecurityKey({ securityKey }: { securityKey: string }) {
  const copy = async () => {
    if (await copyText(securityKey)) notify('Key copied to clipboard!', 1000);
  };
  return (
    <div className={styles.key}>
      <code>{securityKey}</code>
      <Button size="compact-sm" variant="light" leftSection={<IconCopy size={14} />} onClick={() => void copy()} aria-label="Copy the signature key">Copy</Button>
    </div>
  );
}
