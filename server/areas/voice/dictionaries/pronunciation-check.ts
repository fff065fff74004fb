import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { SpeakingVoice } from '../../../speech/provider.ts';
import { hasInventory, inventoryOf, readIpa, type ReadIpa } from '../../../text/pronunciation/ipa.ts';
import type { PronunciationMethod } from '../../../text/pronunciation/pronounce.ts';
import { requireCredentials } from '../../access/identity/policy.ts';
import { canonicalLanguage } from './dictionaries.ts';
import { entryError, tidyEntry, type EntryInput } from './entry-input.ts';
import { dictionaryMessages } from './messages.ts';

/** Why a service does not speak the phonemes of an entry. */
export type PhonemesReason = 'not-supported' | 'unknown-language' | 'missing-phonemes';

/** How a service pronounces an entry. */
export interface ServicePronunciation {
  provider: string;
  title: string;
  method: PronunciationMethod;
  /** Null if the entry is pronounced as requested. */
  reason: PhonemesReason | null;
}

/** Check of an entry against a language and each service, before it is saved. */
export interface PronunciationCheck {
  /** Whether the phonemes of the language are known. */
  isKnown: boolean;
  /** Phonemes of the language, for an on-screen keyboard. */
  phonemes: string[];
  /** What the language lacks, in UTF-16 units of the phonemes. */
  unknown: ReadIpa['unknown'];
  services: ServicePronunciation[];
}

export interface CheckedEntry {
  entry: EntryInput;
  /** BCP 47. */
  language: string;
  /** `provider:name` of a voice, where it matters which. */
  voice?: string | null | undefined;
  /** The voice's model. */
  model?: string | null | undefined;
}

/** A phoneme that every service with phoneme support has, in a language that all support. */
const common = { ipa: 'a', language: 'en-US' };

/**
 * Returns how each service handles an entry that is being typed. Missing parts are no error here.
 * @throws NotSignedInError, ValidationError on `language` and on values that are too long
 */
export function checkPronunciation(app: App, actor: Actor, given: CheckedEntry): PronunciationCheck {
  requireCredentials(actor);
  const language = canonicalLanguage(given.language.trim());
  if (!language)
    throw new ValidationError([{ field: 'language', ...dictionaryMessages.DICTIONARY_LANGUAGE_INVALID() }]);
  const entry = tidyEntry(given.entry);
  const error = entryError(entry, 'entry.');
  if (error?.code === 'TOO_LONG') throw new ValidationError([error]);
  const ipa = entry.phonemes ?? '';
  const isKnown = hasInventory(language);
  const [provider = '', ...name] = (given.voice ?? '').split(':');
  const services = app.speech.providers.list().map(({ id, title }): ServicePronunciation => {
    if (entry.kind !== 'phonemes')
      return { provider: id, title, method: entry.kind === 'letters' ? 'letters' : 'replaced', reason: null };
    const isOwn = provider === id;
    const voice: SpeakingVoice = {
      voice: isOwn ? name.join(':') : '',
      language,
      model: isOwn ? (given.model ?? undefined) : undefined,
    };
    const reason = reasonOf(app, id, ipa, voice, isKnown);
    const method = reason === null ? 'sounds' : entry.replacement === '' ? 'written' : 'fallback';
    return { provider: id, title, method, reason };
  });
  return {
    isKnown,
    phonemes: inventoryOf(language),
    unknown: isKnown ? readIpa(ipa, language).unknown : [],
    services,
  };
}

function reasonOf(
  { speech }: App,
  id: string,
  ipa: string,
  voice: SpeakingVoice,
  isKnown: boolean,
): PhonemesReason | null {
  const problemOf = speech.provider(id)?.soundsProblem;
  if (problemOf?.(ipa, voice) === null) return null;
  if (!problemOf || problemOf(common.ipa, { ...voice, language: common.language }) !== null)
    return 'not-supported';
  return isKnown ? 'missing-phonemes' : 'unknown-language';
}
