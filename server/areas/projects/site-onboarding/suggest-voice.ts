import type { App } from '../../../kernel/app.ts';
import { baseLanguage, withRegion } from '../../../speech/languages.ts';
import type { CatalogueVoice } from '../../../speech/voice-catalogue.ts';

/**
 * A voice to propose for a language: of a service that works now, in the region that the language names, else
 * in its likeliest, else in any. Null where no voice of this server speaks the language.
 * @param language BCP 47; null: not known, which is taken for English
 */
export function suggestVoice(
  { speech }: Pick<App, 'speech'>,
  language: string | null,
): CatalogueVoice | null {
  const asked = language ?? 'en';
  const working = new Set(
    speech.providers
      .status()
      .flatMap(({ provider, unavailable, circuit }) => (unavailable || circuit === 'open' ? [] : [provider])),
  );
  const spoken = speech.catalogue.languages();
  const regions = [
    asked,
    withRegion(asked),
    ...spoken.map(({ id }) => id).filter((id) => baseLanguage(id) === baseLanguage(asked)),
  ];
  for (const region of regions) {
    const voices = spoken.find(({ id }) => id === region)?.voices.flatMap((group) => group.voices) ?? [];
    const proposed = voices.length > 0 ? speech.catalogue.defaultVoice(region) : null;
    if (proposed && working.has(proposed.provider)) return proposed;
    const other = voices.find(({ provider }) => working.has(provider));
    if (other) return other;
  }
  return null;
}
