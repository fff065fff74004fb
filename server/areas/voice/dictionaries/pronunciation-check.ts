import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { SpeakingVoice } from '../../../speech/provider.ts';
import { hasInventory, inventoryOf, readIpa, type ReadIpa } from '../../../text/pronunciation/ipa.ts';
import type { SaidAs } from '../../../text/pronunciation/pronounce.ts';
import { requireCredentials } from '../../access/identity/policy.ts';
import { canonicalLanguage } from './dictionaries.ts';
import { entryError, tidyEntry, type EntryInput } from './entry-input.ts';
import { dictionaryMessages } from './messages.ts';

/** Why a service does not say an entry's sounds. */
export type SoundsReason = 'takes-none' | 'unknown-language' | 'lacks-sounds';

/** How a service says an entry. */
export interface CheckedService {
  provider: string;
  title: string;
  how: SaidAs;
  /** Null: it says what the entry asks for. */
  reason: SoundsReason | null;
}

/** What an entry's sounds are to a language and to each service, before it is saved. */
export interface PronunciationCheck {
  /** Whether it is known which sounds the language has. */
  isKnown: boolean;
  /** The sounds of the language, for a keyboard. */
  sounds: string[];
  /** What the language lacks, in UTF-16 units of the phonemes. */
  unknown: ReadIpa['unknown'];
  services: CheckedService[];
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

/** A sound that every service has which takes any, in the language that all have. */
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
  const services = app.speech.providers.list().map(({ id, title }): CheckedService => {
    if (entry.kind !== 'phonemes')
      return { provider: id, title, how: entry.kind === 'letters' ? 'letters' : 'replaced', reason: null };
    const isOwn = provider === id;
    const voice: SpeakingVoice = {
      voice: isOwn ? name.join(':') : '',
      language,
      model: isOwn ? (given.model ?? undefined) : undefined,
    };
    const reason = reasonOf(app, id, ipa, voice, isKnown);
    const how = reason === null ? 'sounds' : entry.replacement === '' ? 'written' : 'fallback';
    return { provider: id, title, how, reason };
  });
  return {
    isKnown,
    sounds: inventoryOf(language),
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
): SoundsReason | null {
  const problemOf = speech.provider(id)?.soundsProblem;
  if (problemOf?.(ipa, voice) === null) return null;
  if (!problemOf || problemOf(common.ipa, { ...voice, language: common.language }) !== null)
    return 'takes-none';
  return isKnown ? 'lacks-sounds' : 'unknown-language';
}
