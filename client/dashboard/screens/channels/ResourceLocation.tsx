import { Panel } from '../../ui/Panel.tsx';
import type { ChannelFormState } from './channel-form-state.ts';
import styles from './ChannelForm.module.css';
import { CopyField } from './CopyField.tsx';

/** The address at which listeners and their apps find a channel. */
export function ResourceLocation({ form: { kind, channel, nextSlug }, label = 'Public URL' }: { form: ChannelFormState; label?: string }) {
  if (!kind.publicPath) return null;
  return (
    <Panel title="Resource location">
      {channel?.publicUrl ? (
        <CopyField label={label} value={channel.publicUrl} />
      ) : (
        <p className={styles.hint}>
          Once created, it is at <code>{`${location.origin}${kind.publicPath.replace('{slug}', nextSlug ?? '…')}`}</code>
        </p>
      )}
    </Panel>
  );
}
