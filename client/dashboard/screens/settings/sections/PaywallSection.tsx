import { lazy, Suspense } from 'react';
import { Bar } from '../../../ui/Skeletons.tsx';
import { PaywallSuffix } from '../PaywallSuffix.tsx';
import { SettingField } from '../SettingField.tsx';
import type { SectionProps } from '../settings-form-state.ts';

const TeaserOffer = lazy(() => import('../TeaserOffer.tsx'));
const SignedRequests = lazy(() => import('../SignedRequests.tsx'));

/** What those hear who did not subscribe. */
export function PaywallSection({ form }: SectionProps) {
  const { project, value, saved, errors, edit } = form;
  return (
    <>
      <SettingField form={form} name="paywall" />
      {value.paywall && (
        <Suspense fallback={null}>
          <TeaserOffer project={project.id} saved={saved.paywall} />
        </Suspense>
      )}
      <SettingField form={form} name="paywallCTA" />
      <SettingField form={form} name="paywallParagraphLimit" />
      <SettingField form={form} name="paywallAudioSuffixEnabled" />
      {value.paywallAudioSuffixEnabled && (
        <PaywallSuffix
          project={project}
          value={value.paywallAudioSuffix}
          error={errors['paywallAudioSuffix']}
          onChange={(paywallAudioSuffix) => edit({ paywallAudioSuffix })}
        />
      )}
      {project.entitlements.includes('security') && (
        <Suspense fallback={<Bar height={60} />}>
          <SignedRequests form={form} />
        </Suspense>
      )}
    </>
  );
}
