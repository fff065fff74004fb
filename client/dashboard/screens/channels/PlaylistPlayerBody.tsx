import { Panel } from '../../ui/Panel.tsx';
import { channelsWords } from '../../generated/words/channels.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { ChannelFormState } from './channel-form-state.ts';
import styles from './ChannelForm.module.css';
import { DeclaredField } from './DeclaredField.tsx';
import { OtherSettings } from './DeclaredBody.tsx';
import { EmbedCode } from './EmbedCode.tsx';
import { PlaylistsField } from './PlaylistsField.tsx';
import { BesidePreview } from './BesidePreview.tsx';
import { Tracking, trackingSettings } from './Tracking.tsx';

/** The form of the player for a choice of playlists. */
export function PlaylistPlayerBody({ form }: { form: ChannelFormState }) {
  const { player: w } = useWords(channelsWords);
  return (
    <BesidePreview form={form}>
      <Panel title={w.title}>
        <div className={styles.section}>
          <DeclaredField form={form} name="cta" required />
          <DeclaredField form={form} name="color" />
          <DeclaredField form={form} name="version" />
          <DeclaredField form={form} name="opened" />
        </div>
      </Panel>
      <Panel title={w.playlists}>
        <PlaylistsField form={form} />
      </Panel>
      <Tracking form={form} />
      <OtherSettings
        form={form}
        shown={['cta', 'color', 'version', 'opened', 'playlists', ...trackingSettings]}
      />
      <EmbedCode form={form} />
    </BesidePreview>
  );
}
