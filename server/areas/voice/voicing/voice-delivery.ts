import { voiceMessages } from './messages.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { baseLanguage, withRegion } from '../../../speech/languages.ts';
import { OFFLINE_PROVIDER, voiceOfScript } from '../../../speech/offline-voices.ts';
import { modelOf, settingValues } from '../../../speech/voice-settings.ts';
import type { SpeechRequest, ConversionTarget, Voice } from '../../../speech/provider.ts';
import type { Speech } from '../../../speech/speech.ts';
import { scriptLanguages } from '../../../text/script-runs.ts';
import type { VoiceTag } from '../../../text/voice-tags.ts';

/** A project's voice no longer exists, or a voice tag names an unknown one. */
export class UnknownVoiceError extends ExpectedError {
  override name = 'UnknownVoiceError';
  readonly onVoicing = 'fail';
}

/** Voice, language, settings and model, ready for a text. */
export interface Delivery {
  voice: Voice;
  request: Omit<SpeechRequest, 'text'>;
}

/** The voice that reads an article. */
export interface OwnVoice {
  voiceProvider: string;
  voiceName: string;
  /** The article's, which the voice speaks if it can; else its own. */
  voiceLanguage: string;
  /** Values by setting id, and `model` and `style`. */
  voiceSettings: Record<string, string | number | boolean>;
}

/**
 * Another voice in the place of an article's own, as `provider:name`. Settings are the own voice's: the other
 * is taken as it is.
 */
export function voiceByRule({ voiceLanguage }: Pick<OwnVoice, 'voiceLanguage'>, voice: string): OwnVoice {
  const [voiceProvider = '', ...name] = voice.split(':');
  return { voiceProvider, voiceName: name.join(':'), voiceLanguage, voiceSettings: {} };
}

type Voices = Pick<Speech, 'findVoice'>;

/** @throws UnknownVoiceError, ProviderError for a setting that does not fit */
export function ownDelivery(
  speech: Voices,
  { voiceProvider, voiceName, voiceLanguage, voiceSettings }: OwnVoice,
): Delivery {
  const name = `${voiceProvider}:${voiceName}`;
  const voice = speech.findVoice(name, voiceLanguage) ?? speech.findVoice(name);
  if (!voice) throw new UnknownVoiceError(voiceMessages.VOICE_GONE({ voice: name }));
  const { model, style, ...settings } = voiceSettings;
  return delivery(voice, voice.language, { model: textOf(model), style: textOf(style), settings });
}

/** The voice that a tag in the text asks for. @throws UnknownVoiceError */
export function taggedDelivery(speech: Voices, tag: VoiceTag, articleLanguage: string): Delivery {
  const voice = tag.language
    ? speech.findVoice(tag.name, tag.language)
    : (speech.findVoice(tag.name, articleLanguage) ?? speech.findVoice(tag.name));
  if (!voice)
    throw new UnknownVoiceError(
      tag.language
        ? voiceMessages.VOICE_OF_TAG_UNKNOWN_FOR_LANGUAGE({ voice: tag.name, language: tag.language })
        : voiceMessages.VOICE_OF_TAG_UNKNOWN({ voice: tag.name }),
    );
  return delivery(voice, voice.language, { model: undefined, style: tag.style, settings: {} });
}

/**
 * Returns the voices for passages in scripts that an article's voice cannot read, by language: those of the
 * offline engine, where it speaks the language and the article's voice does not.
 */
export function scriptVoices(
  speech: Pick<Speech, 'findVoice' | 'provider'>,
  { voice }: Delivery,
): Readonly<Record<string, VoiceTag>> {
  if (!speech.provider(OFFLINE_PROVIDER)) return {};
  const own = `${voice.provider}:${voice.name}`;
  const tags: Record<string, VoiceTag> = {};
  for (const language of scriptLanguages) {
    const other = voiceOfScript(language, voice);
    const readsIt =
      scriptOf(language) === scriptOf(voice.language) ||
      [language, baseLanguage(language), withRegion(baseLanguage(language))].some((one) =>
        speech.findVoice(own, one),
      );
    if (other && !readsIt) tags[language] = { name: other.name, language, ofScript: true };
  }
  return tags;
}

/** The voice of a tag that `scriptVoices` made. @throws UnknownVoiceError */
export function scriptDelivery({ name, language = '' }: VoiceTag, { voice: own }: Delivery): Delivery {
  const voice = voiceOfScript(language, own);
  if (!voice) throw new UnknownVoiceError(voiceMessages.VOICE_GONE({ voice: name }));
  return delivery(voice, voice.language, { model: undefined, style: undefined, settings: {} });
}

/** Chinese, Japanese and Korean count as one, because each reads characters of the others. */
function scriptOf(language: string): string {
  const { script = '' } = new Intl.Locale(language).maximize();
  return /^(?:Jpan|Kore|Han[st])$/.test(script) ? 'Hani' : script;
}

/**
 * Who speaks an article again, by a voice as `provider:name`.
 * @throws UnknownVoiceError where no service that is set up can do that in this voice
 */
export function conversionTo(speech: Pick<Speech, 'findVoice' | 'provider'>, name: string): ConversionTarget {
  const voice = speech.findVoice(name);
  const model = voice && speech.provider(voice.provider)?.conversion?.model;
  if (!voice || !model) throw new UnknownVoiceError(voiceMessages.VOICE_CANNOT_SPEAK_AGAIN({ voice: name }));
  return { provider: voice.provider, voice: voice.name, model };
}

function delivery(
  voice: Voice,
  language: string,
  given: Pick<SpeechRequest, 'model' | 'style' | 'settings'>,
): Delivery {
  const asked = { voice: voice.name, language, ...given, text: '' };
  // A model or style that belongs to a voice the project used before counts as none.
  const model =
    voice.availableModels.length > 0
      ? modelOf(voice.provider, voice.availableModels, {
          ...asked,
          model: known(voice.availableModels, given.model),
        })
      : undefined;
  const style = known(voice.styles, given.style);
  const settings = settingValues(voice.provider, voice.availableSettings, asked);
  return {
    voice,
    request: { voice: voice.name, language, settings, ...(model && { model }), ...(style && { style }) },
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const known = (values: string[], value: string | undefined): string | undefined =>
  value !== undefined && values.includes(value) ? value : undefined;
