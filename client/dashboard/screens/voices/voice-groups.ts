import { voicesWords } from '../../generated/words/voices.ts';
import { currentWords } from '../../words/word-catalogue.ts';

interface VoiceItem {
  readonly name: string;
  readonly label: string;
  readonly providerTitle: string;
  readonly gender: 'FEMALE' | 'MALE' | 'NEUTRAL' | '%future added value';
  readonly tier: 'STANDARD' | 'PREMIUM' | '%future added value';
  readonly favorite: boolean;
}

/**
 * Voices as a grouped list: the favourites first, then by service; voices and services in the order in which
 * they come.
 */
export function voiceGroups(
  voices: readonly VoiceItem[],
): { group: string; items: { value: string; label: string }[] }[] {
  const { favorites } = currentWords(voicesWords);
  const groups = new Map<string, { value: string; label: string }[]>([[favorites, []]]);
  for (const voice of voices) {
    const group = voice.favorite ? favorites : voice.providerTitle;
    groups.set(group, [...(groups.get(group) ?? []), { value: voice.name, label: voiceLabel(voice) }]);
  }
  return [...groups].filter(([, items]) => items.length > 0).map(([group, items]) => ({ group, items }));
}

/** A voice in a line: name, description, and its service unless a group names it. */
export function voiceLabel({ label, gender, tier, favorite, providerTitle }: VoiceItem): string {
  const { genders, premium } = currentWords(voicesWords);
  const details = [genders[gender as keyof typeof genders] ?? '', tier === 'PREMIUM' ? premium : '']
    .filter(Boolean)
    .join(', ');
  return [label, details, favorite ? providerTitle : ''].filter(Boolean).join(' · ');
}
