import type { Message } from '../lib/declare-messages.ts';
import { speechMessages } from './messages.ts';
import { ProviderError } from './provider-errors.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import type { Gender, SpeechRequest, Voice, VoiceSetting } from './provider.ts';
import { settingValues } from './voice-settings.ts';

export const OFFLINE_PROVIDER = 'offline';

/** Languages of the offline engine that are offered, and its voice files for them. */
const LANGUAGES: [language: string, file: string][] = [
  ['en-US', 'gmw/en-US'],
  ['en-GB', 'gmw/en-GB-x-rp'],
  ['de-DE', 'gmw/de'],
  ['fr-FR', 'roa/fr'],
  ['fr-BE', 'roa/fr-BE'],
  ['fr-CH', 'roa/fr-CH'],
  ['es-ES', 'roa/es'],
  ['es-MX', 'roa/es-419'],
  ['it-IT', 'roa/it'],
  ['pt-PT', 'roa/pt'],
  ['pt-BR', 'roa/pt-BR'],
  ['nl-NL', 'gmw/nl'],
  ['pl-PL', 'zlw/pl'],
  ['cs-CZ', 'zlw/cs'],
  ['sv-SE', 'gmq/sv'],
  ['da-DK', 'gmq/da'],
  ['nb-NO', 'gmq/nb'],
  ['fi-FI', 'urj/fi'],
  ['hu-HU', 'urj/hu'],
  ['ro-RO', 'roa/ro'],
  ['ca-ES', 'roa/ca'],
  ['el-GR', 'grk/el'],
  ['tr-TR', 'trk/tr'],
  ['uk-UA', 'zle/uk'],
  ['ru-RU', 'zle/ru'],
];

/**
 * Further languages that the engine reads well enough for a word or a quotation in their script within
 * another text, but not for articles: they are not offered.
 */
const SCRIPT_LANGUAGES: [language: string, file: string][] = [
  ['ar-001', 'sem/ar'],
  ['he-IL', 'sem/he'],
  ['zh-CN', 'sit/cmn'],
  ['ja-JP', 'jpx/ja'],
  ['ko-KR', 'ko'],
  ['th-TH', 'tai/th'],
  ['hi-IN', 'inc/hi'],
  ['hy-AM', 'ine/hy'],
  ['ka-GE', 'ccs/ka'],
];

/** The speakers: the engine's own voice and its variants, under the same names in every language. */
const SPEAKERS: { name: string; gender: Gender; variant: string }[] = [
  { name: 'Ada', gender: 'female', variant: '+f3' },
  { name: 'Otto', gender: 'male', variant: '' },
  { name: 'Iris', gender: 'female', variant: '+f2' },
  { name: 'Emil', gender: 'male', variant: '+m3' },
];

/** Words a minute of the engine at speed 1. */
const WORDS_PER_MINUTE = 175;

const SETTINGS: VoiceSetting[] = [
  { id: 'speed', title: 'Speed', type: 'float', min: 0.5, max: 2, step: 0.05, default: 1 },
  { id: 'pitch', title: 'Pitch', type: 'float', min: -50, max: 50, step: 5, default: 0 },
];

/** All voices of the offline engine, by language. */
export const offlineVoices = (): Voice[] =>
  LANGUAGES.flatMap(([language]) => SPEAKERS.map((speaker) => offlineVoice(language, speaker)));

const offlineVoice = (language: string, { name, gender }: (typeof SPEAKERS)[number]): Voice => ({
  name: `${language}-${name}`,
  label: name,
  provider: OFFLINE_PROVIDER,
  language,
  gender,
  type: 'standard',
  styles: [],
  availableModels: [],
  availableSettings: SETTINGS,
});

/**
 * Returns the offline voice that reads passages of a language within the text of another voice: the same
 * speaker if that is an offline one, else one of its gender. Null if the engine does not speak the language.
 */
export function voiceOfScript(
  language: string,
  own: Pick<Voice, 'provider' | 'label' | 'gender'>,
): Voice | null {
  if (![...LANGUAGES, ...SCRIPT_LANGUAGES].some(([id]) => id === language)) return null;
  const same =
    own.provider === OFFLINE_PROVIDER ? SPEAKERS.find(({ name }) => name === own.label) : undefined;
  const speaker = same ?? SPEAKERS.find(({ gender }) => gender === own.gender) ?? SPEAKERS[0]!;
  return offlineVoice(language, speaker);
}

/** Engine parameters of a listed voice. */
export interface EngineVoice {
  /** Voice file with variant, such as `gmw/de+f3`. */
  file: string;
  wordsPerMinute: number;
  /** 0 to 99; 50 is the voice's own. */
  pitch: number;
}

/** A voice's name that the list does not have, or a setting that is no number. */
export class OfflineVoiceError extends ExpectedError {
  override name = 'OfflineVoiceError';
  readonly onVoicing = 'fail';

  constructor(told: Message, options?: ErrorOptions) {
    super(told, options);
  }
}

/** How the engine speaks a language (BCP 47), wherever that is; null: it does not. */
export function voiceOfLanguage(language: string): EngineVoice | null {
  const base = language.toLowerCase();
  const found =
    LANGUAGES.find(([id]) => id.toLowerCase() === base) ??
    LANGUAGES.find(([id]) => id.split('-')[0] === base.split('-')[0]);
  return found ? { file: found[1], wordsPerMinute: WORDS_PER_MINUTE, pitch: 50 } : null;
}

/** @throws OfflineVoiceError */
export function engineVoice(name: string, settings: SpeechRequest['settings']): EngineVoice {
  const speaker = SPEAKERS.find((entry) => name.endsWith(`-${entry.name}`));
  const language = [...LANGUAGES, ...SCRIPT_LANGUAGES].find(
    ([id]) => speaker && name === `${id}-${speaker.name}`,
  );
  if (!speaker || !language)
    throw new OfflineVoiceError(speechMessages.SPEECH_NO_SUCH_OFFLINE_VOICE({ voice: name }));
  const { speed, pitch } = valuesOf(settings);
  return {
    file: language[1] + speaker.variant,
    wordsPerMinute: Math.round(WORDS_PER_MINUTE * Number(speed)),
    pitch: Math.min(99, 50 + Number(pitch)),
  };
}

/** This class of errors finds its way out of a speech thread. */
function valuesOf(settings: SpeechRequest['settings']): ReturnType<typeof settingValues> {
  try {
    return settingValues(OFFLINE_PROVIDER, SETTINGS, { settings });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new OfflineVoiceError(error.told, { cause: error });
  }
}
