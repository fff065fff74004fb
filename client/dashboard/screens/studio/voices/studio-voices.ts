/** What is known of a voice that the studio offers. */
export interface StudioVoice {
  readonly name: string;
  readonly label: string;
  readonly provider: string;
  readonly providerTitle: string;
  readonly gender: string;
  readonly tier: string;
  readonly styles: readonly string[];
}

/** The service whose voices come first. */
const firstProvider = 'microsoft';

/** Premium voices alone; all, where there is no premium one. */
export function offeredVoices<Voice extends StudioVoice>(voices: readonly Voice[]): readonly Voice[] {
  const premium = voices.filter(({ tier }) => tier === 'PREMIUM');
  return premium.length > 0 ? premium : voices;
}

/** Groups voices by their service, Azure's first. The other services and the voices keep their order. */
export function voicesByProvider<Voice extends StudioVoice>(
  voices: readonly Voice[],
): { group: string; voices: Voice[] }[] {
  const groups = new Map<string, { provider: string; group: string; voices: Voice[] }>();
  for (const voice of voices) {
    const { provider, providerTitle } = voice;
    const group = groups.get(provider) ?? { provider, group: providerTitle, voices: [] };
    group.voices.push(voice);
    groups.set(provider, group);
  }
  return [...groups.values()]
    .sort((a, b) => Number(b.provider === firstProvider) - Number(a.provider === firstProvider))
    .map(({ group, voices: of }) => ({ group, voices: of }));
}

/** Whether one has to choose a style: where there are several. */
export const needsStyle = (voice: Pick<StudioVoice, 'styles'> | null | undefined): boolean =>
  (voice?.styles.length ?? 0) > 1;

/**
 * The voice that a new audio begins with: the one that the server proposes, else a male one of the language,
 * else the first.
 */
export function proposedVoice<Voice extends StudioVoice>(
  voices: readonly Voice[],
  proposed: string | null | undefined,
): Voice | null {
  return (
    voices.find(({ name }) => name === proposed) ??
    voices.find(({ gender }) => gender === 'MALE') ??
    voices[0] ??
    null
  );
}
