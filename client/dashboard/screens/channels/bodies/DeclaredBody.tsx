import { Panel } from '../../../ui/Panel.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { DeclaredFields } from '../fields/DeclaredField.tsx';
import { ResourceLocation } from '../fields/ResourceLocation.tsx';

/** The form of a kind whose screen is the list of its settings, and its address. */
export function DeclaredBody({ form }: { form: ChannelFormState }) {
  const w = useWords(channelsWords);
  return (
    <>
      <Panel title={w.settings}>
        <div className={styles.section}>
          <DeclaredFields form={form} names={Object.keys(form.kind.settings)} />
        </div>
      </Panel>
      <ResourceLocation form={form} />
    </>
  );
}

/** Settings that a form shows nowhere else: what a declaration gained is not lost. */
export function OtherSettings({
  form,
  shown,
  title,
}: {
  form: ChannelFormState;
  shown: readonly string[];
  /** Title of the panel; *More settings* unless given. */
  title?: string;
}) {
  const w = useWords(channelsWords);
  const others = Object.keys(form.kind.settings).filter((name) => !shown.includes(name));
  if (others.length === 0) return null;
  return (
    <Panel title={title ?? w.moreSettings}>
      <div className={styles.section}>
        <DeclaredFields form={form} names={others} />
      </div>
    </Panel>
  );
}
