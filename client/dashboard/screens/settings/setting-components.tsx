import { lazy, Suspense, type ComponentType } from 'react';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { audioAdsWords } from '../../generated/words/audioAds.ts';
import { parsingWords } from '../../generated/words/parsing.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { CoverField } from './CoverField.tsx';
import type { SettingName } from './declared-fields.ts';
import { NormalizationPrompt } from './NormalizationPrompt.tsx';
import { readingField } from './ReadingField.tsx';
import { PaywallSuffix } from './PaywallSuffix.tsx';
import { SettingField } from './SettingField.tsx';
import type { SectionProps } from './settings-form-state.ts';
import styles from './SettingsForm.module.css';

const TeaserOffer = lazy(() => import('./TeaserOffer.tsx'));
const SignedRequests = lazy(() => import('./SignedRequests.tsx'));
const AdCampaigns = lazy(() => import('./ads/AdCampaigns.tsx'));

/**
 * Settings with a custom component; null: another component or the section shows it. Every other setting uses
 * the field that its declaration specifies.
 */
const looks: { readonly [Name in SettingName]?: ComponentType<SectionProps> | null } = {
  pauseSentence: Pauses,
  pauseParagraph: null,
  pauseHeading: null,
  audioBitrate: Bitrate,
  cover: Cover,
  mainUrl: MainUrl,
  autoAddArticles: null,
  playerArticlesPerDay: PlayerArticles,
  articlesFromDate: ArticlesFrom,
  autoupdate: null,
  extractorServerIp: null,
  extractorIpAddress: null,
  paywall: Paywall,
  paywallAudioSuffix: Suffix,
  securityEnabled: Security,
  audioAdsProvider: AdProvider,
  audioAdsInterval: AdRhythm,
  audioAdsLength: null,
  audioAdsGoogleTagUrl: GoogleTag,
  audioTagUrl: AudioTag,
  adCampaign: Campaign,
  qaPercentErrors: Percentages,
  qaPercentArticles: null,
  limitPerDay: DailyLimit,
  normalizationPrompt: NormalizationPrompt,
  readPhoneNumbers: readingField('readPhoneNumbers'),
  readYears: readingField('readYears'),
  readDates: readingField('readDates'),
  readUnits: readingField('readUnits'),
  readHandles: readingField('readHandles'),
};

/** How a setting is shown; undefined: as its declaration says, null: with another one. */
export const settingComponent = (name: SettingName): ComponentType<SectionProps> | null | undefined =>
  looks[name];

const pauses = ['pauseSentence', 'pauseParagraph', 'pauseHeading'] as const;

function Pauses({ form }: SectionProps) {
  const w = useWords(settingsWords);
  return (
    <fieldset className={styles.table}>
      <legend>{w.pauses}</legend>
      <div className={styles.pauses}>
        {pauses.map((name) => (
          <SettingField key={name} form={form} name={name} step={50} />
        ))}
      </div>
    </fieldset>
  );
}

function Bitrate({ form }: SectionProps) {
  const { bitrates } = useWords(settingsWords);
  return (
    <SettingField
      form={form}
      name="audioBitrate"
      optionLabel={(kbits) => bitrates[`${kbits}` as keyof typeof bitrates] ?? String(kbits)}
    />
  );
}

function Cover({ form: { value, errors, edit } }: SectionProps) {
  return <CoverField value={value.cover} error={errors['cover']} onChange={(cover) => edit({ cover })} />;
}

function MainUrl({ form }: SectionProps) {
  return (
    <>
      <SettingField form={form} name="autoAddArticles" />
      <SettingField form={form} name="mainUrl" placeholder="https://example.org" />
    </>
  );
}

function PlayerArticles({ form }: SectionProps) {
  return <SettingField form={form} name="playerArticlesPerDay" disabled={!form.value.autoAddArticles} />;
}

function ArticlesFrom({ form }: SectionProps) {
  const { dateHint } = useWords(parsingWords);
  const hinted = form.project.entitlements.includes('PARSE_DATE_HINT');
  return <SettingField form={form} name="articlesFromDate" {...(hinted && { hint: dateHint })} />;
}

function Paywall({ form }: SectionProps) {
  return (
    <>
      <SettingField form={form} name="paywall" />
      {form.value.paywall && (
        <Suspense fallback={null}>
          <TeaserOffer project={form.project.id} saved={form.saved.paywall} />
        </Suspense>
      )}
    </>
  );
}

function Suffix({ form: { project, value, errors, edit } }: SectionProps) {
  if (!value.paywallAudioSuffixEnabled) return null;
  return (
    <PaywallSuffix
      project={project}
      value={value.paywallAudioSuffix}
      error={errors['paywallAudioSuffix']}
      onChange={(paywallAudioSuffix) => edit({ paywallAudioSuffix })}
    />
  );
}

function Security({ form }: SectionProps) {
  if (!form.project.entitlements.includes('SECURITY')) return null;
  return (
    <Suspense fallback={<Bar height={60} />}>
      <SignedRequests form={form} />
    </Suspense>
  );
}

function AdProvider({ form }: SectionProps) {
  const { noProvider, providers } = useWords(audioAdsWords);
  return (
    <SettingField
      form={form}
      name="audioAdsProvider"
      placeholder={noProvider}
      optionLabel={(one) => providers[one as keyof typeof providers]}
    />
  );
}

function AdRhythm({ form }: SectionProps) {
  const { seconds } = useWords(audioAdsWords);
  return (
    <div className={styles.pauses}>
      <SettingField form={form} name="audioAdsInterval" />
      <SettingField
        form={form}
        name="audioAdsLength"
        optionLabel={(length) => seconds({ length: Number(length) })}
      />
    </div>
  );
}

function GoogleTag({ form }: SectionProps) {
  const { audioAdsProvider: provider, audioAdsGoogleTagUrl: url } = form.value;
  return provider === 'GOOGLE' || url !== null ? (
    <SettingField form={form} name="audioAdsGoogleTagUrl" />
  ) : null;
}

function AudioTag({ form }: SectionProps) {
  const { audioAdsProvider: provider, audioTagUrl: url } = form.value;
  return (provider !== null && provider !== 'GOOGLE' && provider !== 'PARLANCE') || url !== null ? (
    <SettingField form={form} name="audioTagUrl" />
  ) : null;
}

function Campaign({ form }: SectionProps) {
  return (
    <Suspense fallback={<Bar height={60} />}>
      <AdCampaigns form={form} />
    </Suspense>
  );
}

/** Fields for which articles are reviewed by a person, and for how many of their findings. */
function Percentages({ form }: SectionProps) {
  const { explain } = useWords(settingsWords).qa;
  const { qaPercentArticles: articles, qaPercentErrors: errors } = form.value;
  return (
    <>
      <div className={styles.pauses}>
        <SettingField form={form} name="qaPercentArticles" />
        <SettingField form={form} name="qaPercentErrors" />
      </div>
      {isPercentage(articles) && isPercentage(errors) && (
        <p className={styles.hint} role="status">
          {explain({ articles, errors })}
        </p>
      )}
    </>
  );
}

const isPercentage = (value: number | string): value is number =>
  typeof value === 'number' && value >= 0 && value <= 100;

function DailyLimit({ form }: SectionProps) {
  return <SettingField form={form} name="limitPerDay" step={10_000} disabled={!form.value.limitEnabled} />;
}
