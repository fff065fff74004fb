import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff, IconKey, IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { graphql } from 'react-relay';
import type { SignedRequestsMutation } from '../../__generated__/SignedRequestsMutation.graphql.ts';
import type { SignedRequestsRevealMutation } from '../../__generated__/SignedRequestsRevealMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
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
  const { hasSecurityKey, canManageSecurityKey } = form.project;
  return (
    <fieldset className={styles.table}>
      <legend>{w.legend}</legend>
      <SettingField form={form} name="securityEnabled" />
      {!canManageSecurityKey ? (
        <p className={styles.hint}>{w.hidden}</p>
      ) : hasSecurityKey ? (
        <SecurityKey project={form.project.id} />
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

/** Signs of the key, as what hides it. */
const keyLength = 32;

/**
 * The key, which is fetched when it is shown or copied, and replaced at once after a confirmation. The server
 * asks for a proof of who it is first.
 */
function SecurityKey({ project }: { project: string }) {
  const w = useWords(paywallWords).signed;
  const { cancel } = useWords(settingsWords);
  const [securityKey, setSecurityKey] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const [rotate, busy] = useAction<SignedRequestsMutation>(signedRequestsMutation);
  const [reveal, revealing] = useAction<SignedRequestsRevealMutation>(revealMutation);
  const fetchKey = async (): Promise<string | null> => {
    const outcome = await reveal({ input: { project } });
    return outcome.ok ? (outcome.result.securityKey ?? null) : null;
  };
  const show = async () => setSecurityKey(securityKey === null ? await fetchKey() : null);
  const copy = async () => {
    const key = securityKey ?? (await fetchKey());
    if (key !== null && (await copyText(key))) notify(w.copied, 1000);
  };
  const confirm = async () => {
    const { ok } = await rotate({ input: { project } });
    setAsked(false);
    if (!ok) return;
    setSecurityKey(null);
    notify(w.rotated, 2000);
  };
  return (
    <div className={styles.line}>
      <TextInput
        aria-label={w.key}
        readOnly
        value={securityKey ?? '•'.repeat(keyLength)}
        className={styles.key!}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={securityKey !== null ? <IconEyeOff size={15} /> : <IconEye size={15} />}
        aria-pressed={securityKey !== null}
        loading={revealing}
        onClick={() => void show()}
      >
        {securityKey !== null ? w.hide : w.show}
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

const signedRequestsMutation = graphql`
  mutation SignedRequestsMutation($input: RotateSecurityKeyInput!) {
    result: rotateSecurityKey(input: $input) {
      __typename
      ... on RotateSecurityKeySuccess {
        project {
          id
          hasSecurityKey
          settingsRevision
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const revealMutation = graphql`
  mutation SignedRequestsRevealMutation($input: RevealSecurityKeyInput!) {
    result: revealSecurityKey(input: $input) {
      __typename
      ... on RevealSecurityKeySuccess {
        securityKey
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
