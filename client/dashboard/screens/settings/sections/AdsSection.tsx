import { lazy, Suspense } from 'react';
import { Bar } from '../../../ui/Skeletons.tsx';
import { audioAdsWords } from '../../../words/audio-ads-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { SettingField } from '../SettingField.tsx';
import type { SectionProps, SettingsFormState } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

const AdCampaigns = lazy(() => import('../ads/AdCampaigns.tsx'));

type Provider = keyof (typeof audioAdsWords)['en']['providers'];
const providers: readonly Provider[] = ['rmsi', 'nex360', 'parlance', 'sevenone', 'google'];

/** Which ads play between articles, whose, and how often. */
export function AdsSection({ form }: SectionProps) {
  const w = useWords(audioAdsWords);
  const { value, project, isAdministrator } = form;
  const provider = value.audioAdsProvider;
  return (
    <>
      <SettingField form={form} name="audioAds" />
      <SettingField
        form={form}
        name="audioAdsProvider"
        placeholder={w.noProvider}
        options={providers.filter((one) => one === provider || isOffered(one, project.entitlements))}
        optionLabel={(one) => w.providers[one as Provider]}
      />
      <div className={styles.pauses}>
        <SettingField form={form} name="audioAdsInterval" />
        <SettingField form={form} name="audioAdsLength" optionLabel={(length) => w.seconds(Number(length))} />
      </div>
      <SettingField
        form={form}
        name="audioAdsPublisherId"
        disabled={!isAdministrator}
        {...(isAdministrator && { hint: '' })}
      />
      {(provider === 'google' || value.audioAdsGoogleTagUrl !== null) && (
        <SettingField form={form} name="audioAdsGoogleTagUrl" address />
      )}
      {((provider !== null && provider !== 'google' && provider !== 'parlance') ||
        value.audioTagUrl !== null) && <SettingField form={form} name="audioTagUrl" address />}
      <Suspense fallback={<Bar height={60} />}>
        <AdCampaigns form={form} />
      </Suspense>
    </>
  );
}

/**
 * Some providers have to be booked, and one is switched on by administrators (document 1 of the
 * specification, section 6).
 */
function isOffered(provider: Provider, entitlements: SettingsFormState['project']['entitlements']): boolean {
  if (provider === 'parlance' || provider === 'sevenone') return entitlements.includes('custom_ad');
  return provider !== 'google' || entitlements.includes('google_ads');
}
