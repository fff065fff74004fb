import { playerLooks, playerLooksOfVersion4 } from '../../../generated/begins-with.ts';
import type { ChannelValues } from '../channel-kinds.ts';

/** What a player looks like when its version is chosen (specification, section 4). */
export function valuesOfVersion(version: number): ChannelValues {
  return version === 4 ? playerLooksOfVersion4 : playerLooks;
}

/** Whom a provider asks for consent, by the id that this service has there (specification, section 9). */
const ids: Readonly<Record<string, string>> = { CONSENTMANAGER: 's1604', IAB: '1181' };

export const providerId = (provider: unknown): string => ids[String(provider)] ?? '';

/** Whether a placeholder belongs to a provider. */
export const placeholderOf = {
  enableCmpPlaceholder: 'CONSENTMANAGER',
  enableIabPlaceholder: 'IAB',
} as const satisfies Readonly<Record<string, string>>;

/** What another provider changes: the placeholders of others are switched off. */
export function valuesOfProvider(provider: string): ChannelValues {
  const off = Object.entries(placeholderOf).filter(([, of]) => of !== provider);
  return { provider, ...Object.fromEntries(off.map(([name]) => [name, false])) };
}

/** Versions that ask for consent themselves. */
export const asksForConsent = (version: unknown): boolean => version === 3 || version === 4;
