import { Panel } from '../../../ui/Panel.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { DeclaredFields } from '../fields/DeclaredField.tsx';

export const analyticsSettings = ['googleAnalytics', 'matomo'] as const;

/** Where else plays are sent, and that nothing is without consent. */
export function Analytics({ form }: { form: ChannelFormState }) {
  const { player: w } = useWords(channelsWords);
  const isRefused =
    form.value['provider'] === 'NEVER' && analyticsSettings.some((name) => form.value[name] === true);
  return (
    <Panel title={w.analytics}>
      <div className={styles.section}>
        <DeclaredFields form={form} names={analyticsSettings} />
        {isRefused && (
          <p className={styles.hint} role="status">
            {w.analyticsConsent}
          </p>
        )}
      </div>
    </Panel>
  );
}
