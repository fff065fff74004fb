import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { trimEnds } from '../../../text/trim-ends.ts';
import { parseVoiceTags, VoiceTagError } from '../../../text/voice-tags.ts';
import type { CatalogueVoice } from '../../../speech/voice-catalogue.ts';
import { cleanText, isVisible } from '../../articles/articles/input.ts';
import { customPauses, pauseMaxMs, type CustomPause } from '../../voice/voicing/custom-pauses.ts';
import { voiceChoiceMessages } from '../../library/voices/messages.ts';
import { studioMessages } from './messages.ts';

/** Text to generate audio from. */
export interface StudioText {
  text: string;
  /** BCP 47. */
  language: string;
  /** `provider:name`, or a name that only one provider has. */
  voice: string;
  /** Null, empty or `none`: the voice's own. */
  style?: string | null | undefined;
  pauses?: readonly CustomPause[] | null | undefined;
}

/** The same, once it was looked through. */
export interface CheckedText {
  text: string;
  title: string;
  language: string;
  voice: string;
  style: string | null;
  pauses: CustomPause[];
}

/** Maximum number of sentences with their own pause. */
const pausesMax = 1_000;
const titleCharacters = 100;

/** @throws ValidationError on `text`, `language`, `voice`, `style`, `pauses` */
export function validateText(app: Pick<App, 'config' | 'speech'>, input: StudioText): CheckedText {
  const errors: FieldError[] = [];
  const text = cleanText(input.text);
  const most = app.config.articleMaxCharacters;
  if (input.text.includes('\0')) errors.push({ field: 'text', ...kernelMessages.NUL_CHARACTERS() });
  else if (!isVisible(text)) errors.push({ field: 'text', ...studioMessages.STUDIO_TEXT_MISSING() });
  else if (text.length > most)
    errors.push({ field: 'text', ...kernelMessages.TOO_LONG_BY_COUNT({ most, count: text.length }) });
  else errors.push(...tagErrors(app, text));

  const language = app.speech.catalogue.studioLanguages().find(({ id }) => id === input.language);
  if (!language) errors.push({ field: 'language', ...studioMessages.STUDIO_UNKNOWN_LANGUAGE() });
  const offered = language?.voices.flatMap(({ voices }) => voices) ?? [];
  const known = app.speech.findVoice(input.voice, input.language) ?? app.speech.findVoice(input.voice);
  const voice = known && offered.find(({ id }) => id === known.id);
  if (!known) errors.push({ field: 'voice', ...voiceChoiceMessages.UNKNOWN_VOICE() });
  else if (language && !voice)
    errors.push({ field: 'voice', ...studioMessages.STUDIO_VOICE_OF_ANOTHER_LANGUAGE() });
  const style = styleOf(input.style);
  if (voice && style !== null && !voice.styles.includes(style))
    errors.push({ field: 'style', ...studioMessages.STUDIO_UNKNOWN_STYLE() });

  const pauses = [...(input.pauses ?? [])].sort((a, b) => a.end - b.end);
  if (pauses.length > pausesMax)
    errors.push({ field: 'pauses', ...studioMessages.STUDIO_TOO_MANY_PAUSES({ most: pausesMax }) });
  else if (pauses.some(({ end, ms }) => end < 1 || end > input.text.length || ms < 0 || ms > pauseMaxMs))
    errors.push({ field: 'pauses', ...studioMessages.STUDIO_PAUSE_OUT_OF_RANGE({ most: pauseMaxMs }) });
  if (errors.length || !voice) throw new ValidationError(errors);
  return {
    text,
    title: firstLine(text, titleCharacters),
    language: input.language,
    voice: voice.id,
    style,
    pauses: pauses.map(({ end, ms }) => ({ end: cleanText(input.text.slice(0, end)).length, ms })),
  };
}

/** How an empty choice is sent. */
const styleOf = (style: string | null | undefined): string | null =>
  !style || style === 'none' ? null : style;

/** Other voices in the text are voices of the studio, too. */
function tagErrors({ speech }: Pick<App, 'speech'>, text: string): FieldError[] {
  try {
    const names = parseVoiceTags(text).flatMap(({ voice }) => (voice ? [voice] : []));
    if (names.length === 0) return [];
    const offered = new Set(
      speech.catalogue
        .studioLanguages()
        .flatMap(({ voices }) => voices.flatMap((group) => group.voices.map(({ id }) => id))),
    );
    const isOffered = (voice: CatalogueVoice | null): boolean => voice !== null && offered.has(voice.id);
    return names.every(({ name, language }) => isOffered(speech.findVoice(name, language)))
      ? []
      : [{ field: 'text', ...voiceChoiceMessages.UNKNOWN_VOICE() }];
  } catch (error) {
    if (error instanceof VoiceTagError) return [{ field: 'text', ...error.told }];
    throw error;
  }
}

const tag = /<\/?voice(?:\s[^<>]*)?>/gi;

/** The first line of a text without its tags, cut to a number of whole characters. */
export function firstLine(text: string, characters: number): string {
  const line = text.replace(tag, '').trim().split('\n', 1)[0]!.trim();
  return Array.from(line).slice(0, characters).join('').trim();
}

/** What invites people to listen: the first line, cut to 100 characters, and `...`. */
export const callToActionOf = (text: string): string => `${firstLine(text, 100)}...`;

/** What a download is called: the first 100 characters, without what no file system takes. */
export function downloadNameOf(text: string): string {
  const plain = text.replace(tag, '').replace(/\s+/g, ' ').trim();
  const allowed = Array.from(plain)
    .slice(0, 100)
    .join('')
    .replace(/[\p{C}"\\/:*?<>|]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const name = trimEnds(allowed, /^[\s.]$/);
  // What Windows keeps for devices.
  return /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(name) ? `${name}-audio` : name || 'audio';
}

/** Silences that were chosen for single sentences, as they are stored. */
export const pausesOf = (stored: unknown): CustomPause[] => customPauses.parse(stored);
