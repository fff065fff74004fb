import { baseLanguage } from '../../../speech/languages.ts';
import { LOCAL_PROVIDER } from '../../../speech/local/local-model.ts';
import { OFFLINE_PROVIDER } from '../../../speech/offline-voices.ts';
import type { Speech } from '../../../speech/speech.ts';
import type { CatalogueVoice } from '../../../speech/voice-catalogue.ts';
import { voiceByRule, type OwnVoice } from './voice-delivery.ts';

/** Providers whose voices cost nothing, so that no one is charged for a voice that no one chose. */
const freeProviders = [LOCAL_PROVIDER, OFFLINE_PROVIDER];

/**
 * The voice that reads in place of one whose model was removed from this machine: the project's substitute,
 * else one of this machine that speaks the language. Null: the voice is there, or is one of a service.
 * @param failoverVoice the project's, as `provider:name`
 */
export function substituteFor(
  speech: Pick<Speech, 'findVoice' | 'catalogue'>,
  own: OwnVoice,
  failoverVoice: string | null,
): OwnVoice | null {
  const { voiceProvider, voiceName, voiceLanguage } = own;
  if (voiceProvider !== LOCAL_PROVIDER || speech.findVoice(`${voiceProvider}:${voiceName}`)) return null;
  const chosen = failoverVoice === null ? null : speech.findVoice(failoverVoice);
  const other = chosen ?? freeVoice(speech, voiceLanguage);
  return other && voiceByRule(own, other.id);
}

function freeVoice({ catalogue }: Pick<Speech, 'catalogue'>, language: string): CatalogueVoice | null {
  const ranked = catalogue
    .languages()
    .filter(({ id }) => baseLanguage(id) === baseLanguage(language))
    .sort((a, b) => Number(b.id === language) - Number(a.id === language))
    .flatMap(({ voices }) => voices);
  for (const provider of freeProviders) {
    const group = ranked.find((one) => one.provider === provider);
    if (group?.voices[0]) return group.voices[0];
  }
  return null;
}
