import { Switch } from '@mantine/core';
import { useId } from 'react';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { isEntitled } from '../../../frames/project-part/entitlement.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { DeclaredField, DeclaredFields } from '../fields/DeclaredField.tsx';
import { OtherSettings } from './DeclaredBody.tsx';
import { EmbedCode } from './EmbedCode.tsx';
import { PreviewLayout } from '../check/PreviewLayout.tsx';
import { asksForConsent, valuesOfVersion } from './player-settings.ts';
import { hintOf, labelOf, optionLabel } from '../fields/setting-words.ts';
import { Analytics, analyticsSettings } from './Analytics.tsx';
import { Tracking, trackingSettings } from './Tracking.tsx';
import { VersionArt } from './VersionArt.tsx';

const looks = ['version', 'cta', 'color', 'bordered', 'background', 'colorScheme'] as const;
const texts = ['playButton', 'pauseButton', 'speedSettingsTitle', 'speedSettingsBackButton'] as const;
const placement = ['action', 'selector'] as const;
const css = ['customCssEnabled', 'customCss'] as const;
const shown: readonly string[] = [
  ...looks,
  ...texts,
  ...placement,
  ...trackingSettings,
  ...analyticsSettings,
  ...css,
  'disableAutoload',
];

/** The form of the player on the publisher's pages. */
export function PlayerBody({ form }: { form: ChannelFormState }) {
  const { player: w } = useWords(channelsWords);
  const { value, project, errors, edit } = form;
  const isBooked = isEntitled(project.entitlements, 'PLAYER_BORDERED');
  return (
    <PreviewLayout form={form}>
      <Panel title={w.title}>
        <div className={styles.section}>
          <div data-setting="version">
            <Version form={form} />
          </div>
          <DeclaredField form={form} name="cta" />
          <DeclaredField form={form} name="color" />
          <DeclaredField form={form} name="bordered" />
          <div data-setting="background">
            <Switch
              label={w.transparent}
              checked={value['background'] === 'transparent'}
              error={errors['background']}
              onChange={({ currentTarget }) =>
                edit({ background: currentTarget.checked ? 'transparent' : '#fff' })
              }
            />
          </div>
          <DeclaredField form={form} name="colorScheme" />
          <DeclaredField form={form} name="disableAutoload" />
        </div>
      </Panel>
      {value['version'] === 4 && isEntitled(project.entitlements, 'PLAYER_V4') && (
        <Panel title={w.texts}>
          <div className={styles.section}>
            <DeclaredFields form={form} names={texts} />
          </div>
        </Panel>
      )}
      <OtherSettings form={form} shown={shown} title={w.features} />
      {isBooked && (
        <Panel title={w.placement}>
          <div className={styles.section}>
            <DeclaredFields form={form} names={placement} />
          </div>
        </Panel>
      )}
      {asksForConsent(value['version']) || analyticsSettings.some((name) => value[name] === true) ? (
        <Tracking form={form} />
      ) : (
        value['provider'] === 'NEVER' && <p className={styles.hint}>{hintOf('provider')}</p>
      )}
      <Analytics form={form} />
      <Panel title={w.css}>
        <div className={styles.section}>
          <DeclaredField form={form} name="customCssEnabled" />
          {value['customCssEnabled'] === true && <DeclaredField form={form} name="customCss" />}
        </div>
      </Panel>
      <EmbedCode form={form} article />
    </PreviewLayout>
  );
}

/** Another version looks different: what belongs to its looks is as at first then. */
function Version({ form: { kind, project, value, errors, edit } }: { form: ChannelFormState }) {
  const declared = kind.settings['version'];
  const offered = (declared?.options ?? []).filter(
    (option) => option === value['version'] || isEntitled(project.entitlements, declared?.features?.[option]),
  );
  const id = useId();
  return (
    <fieldset className={styles.versions}>
      <legend>{labelOf('version')}</legend>
      {offered.map((option) => (
        <label key={option} className={styles.version}>
          <input
            type="radio"
            name={id}
            checked={option === value['version']}
            onChange={() => {
              const version = Number(option);
              edit({ version, ...valuesOfVersion(version) });
            }}
          />
          <VersionArt version={Number(option)} color={String(value['color'] ?? '')} />
          <span>{optionLabel('version', option)}</span>
        </label>
      ))}
      <FieldError>{errors['version']}</FieldError>
    </fieldset>
  );
}
