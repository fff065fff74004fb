import { Panel } from '../../../ui/Panel.tsx';
import { code } from '../../../ui/rich-text.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { CopyField } from './CopyField.tsx';

/** The address at which listeners and their apps find a channel. */
export function ResourceLocation({
  form: { kind, channel, nextSlug },
  label,
}: {
  form: ChannelFormState;
  label?: string;
}) {
  const { location: w } = useWords(channelsWords);
  if (!kind.publicPath) return null;
  return (
    <Panel title={w.title}>
      {channel?.publicUrl ? (
        <CopyField label={label ?? w.url} value={channel.publicUrl} />
      ) : (
        <p className={styles.hint}>
          {w.later({
            address: `${location.origin}${kind.publicPath.replace('{slug}', nextSlug ?? '…')}`,
            code,
          })}
        </p>
      )}
    </Panel>
  );
}
