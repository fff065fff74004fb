import { Panel } from '../../../ui/Panel.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { DeclaredField } from '../fields/DeclaredField.tsx';
import { OtherSettings } from './DeclaredBody.tsx';
import { EmbedCode } from './EmbedCode.tsx';
import { PlaylistsField } from '../fields/PlaylistsField.tsx';
import { PreviewLayout } from '../check/PreviewLayout.tsx';
import { Analytics, analyticsSettings } from './Analytics.tsx';
import { Tracking, trackingSettings } from './Tracking.tsx';

/** The form of the player for a choice of playlists. */
export function PlaylistPlayerBody({ form }: { form: ChannelFormState }) {
  const { player: w } = useWords(channelsWords);
  return (
    <PreviewLayout form={form}>
      <Panel title={w.title}>
        <div className={styles.section}>
          <DeclaredField form={form} name="cta" required />
          <DeclaredField form={form} name="color" />
          <DeclaredField form={form} name="colorScheme" />
          <DeclaredField form={form} name="version" />
          <DeclaredField form={form} name="opened" />
        </div>
      </Panel>
      <Panel title={w.playlists}>
        <PlaylistsField form={form} />
      </Panel>
      <OtherSettings
        form={form}
        shown={[
          'cta',
          'color',
          'colorScheme',
          'version',
          'opened',
          'playlists',
          ...trackingSettings,
          ...analyticsSettings,
        ]}
        title={w.features}
      />
      <Tracking form={form} />
      <Analytics form={form} />
      <EmbedCode form={form} />
    </PreviewLayout>
  );
}
