import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff, IconKey, IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { graphql } from 'react-relay';
import type { SignedRequestsMutation } from '../../__generated__/SignedRequestsMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { notify } from '../../ui/messages.ts';
import { paywallWords } from '../../generated/words/paywall.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SettingField } from './SettingField.tsx';
import type { SectionProps } from './settings-form-state.ts';
import styles from './SettingsForm.module.css';

const SignatureDialog = lazy(() => import('./SignatureDialog.tsx'));

/** The whole audio for signed requests alone: on or off, the key, and how to sign. */
export default function SignedRequests({ form }: SectionProps) {
  const w = useWords(paywallWords).signed;
  const [explained, setExplained] = useState(false);
  const { securityKey, canKeepSecurityKey } = form.project;
  return (
    <fieldset className={styles.table}>
      <legend>{w.legend}</legend>
      <SettingField form={form} name="securityEnabled" />
      {!canKeepSecurityKey ? (
        <p className={styles.hint}>{w.hidden}</p>
      ) : securityKey ? (
        <SecurityKey project={form.project.id} securityKey={securityKey} />
      ) : (
        <p className={styles.hint}>{w.noKey}</p>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconHelpCircle size={15} />}
          onClick={() => setExplained(true)}
        >
          {w.how}
        </Button>
      </div>
      {explained && (
        <Suspense fallback={null}>
          <SignatureDialog onClose={() => setExplained(false)} />
        </Suspense>
      )}
    </fieldset>
  );
}

/** The key, which is shown when it is asked for, copied, and replaced at once after a confirmation. */
function SecurityKey({ project, securityKey }: { project: string; securityKey: string }) {
  const w = useWords(paywallWords).signed;
  const { cancel } = useWords(settingsWords);
  const [shown, setShown] = useState(false);
  const [asked, setAsked] = useState(false);
  const [rotate, busy] = useAction<SignedRequestsMutation>(graphql`
    mutation SignedRequestsMutation($input: RotateSecurityKeyInput!) {
      result: rotateSecurityKey(input: $input) {
        __typename
        ... on RotateSecurityKeySuccess {
          project {
            id
            securityKey
            settingsRevision
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const copy = async () => {
    if (await copyText(securityKey)) notify(w.copied, 1000);
  };
  const confirm = async () => {
    const { ok } = await rotate({ input: { project } });
    setAsked(false);
    if (ok) notify(w.rotated, 2000);
  };
  return (
    <div className={styles.line}>
      <TextInput
        aria-label={w.key}
        readOnly
        value={shown ? securityKey : '•'.repeat(securityKey.length)}
        className={styles.key!}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={shown ? <IconEyeOff size={15} /> : <IconEye size={15} />}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? w.hide : w.show}
      </Button>
      <Button variant="default" size="xs" leftSection={<IconCopy size={15} />} onClick={() => void copy()}>
        {w.copy}
      </Button>
      <Button variant="default" size="xs" leftSection={<IconKey size={15} />} onClick={() => setAsked(true)}>
        {w.rotate}
      </Button>
      <ConfirmDialog
        title={w.rotateTitle}
        confirm={w.rotateConfirm}
        cancel={cancel}
        opened={asked}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{w.rotateBody}</p>
      </ConfirmDialog>
    </div>
  );
}
