import { voicesWords } from '../../words/voices-words.ts';
import { wordsNow } from '../../words/word-catalogue.ts';

interface VoiceItem {
  readonly name: string;
  readonly label: string;
  readonly gender: 'female' | 'male' | 'neutral' | '%future added value';
  readonly type: 'standard' | 'premium' | '%future added value';
  readonly favorite: boolean;
}

interface ProviderItem {
  readonly title: string;
  readonly voices: readonly VoiceItem[];
}

/** The voices of a language as a grouped list: the favourites first, then by provider in the catalogue's order. */
export function voiceGroups(providers: readonly ProviderItem[]): { group: string; items: { value: string; label: string }[] }[] {
  const item = (voice: VoiceItem, provider?: string) => ({
    value: voice.name,
    label: [voice.label, details(voice), provider].filter(Boolean).join(' · '),
  });
  const favorites = providers.flatMap(({ title, voices }) => voices.filter((voice) => voice.favorite).map((voice) => item(voice, title)));
  const others = providers.map(({ title, voices }) => ({
    group: title,
    items: voices.filter((voice) => !voice.favorite).map((voice) => item(voice)),
  }));
  return [{ group: wordsNow(voicesWords).favorites, items: favorites }, ...others].filter(({ items }) => items.length > 0);
}

function details({ gender, type }: VoiceItem): string {
  const { genders, premium } = wordsNow(voicesWords);
  return [genders[gender as keyof typeof genders] ?? '', type === 'premium' ? premium : ''].filter(Boolean).join(', ');
}
