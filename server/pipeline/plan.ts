import { createHash } from 'node:crypto';
import type { AssemblyChapter } from '../audio/assemble.ts';
import { STANDARD_PROFILE } from '../audio/profile.ts';
import type { AudioTags } from '../audio/tags.ts';
import { pauses } from '../product.ts';
import { UnknownProviderError } from '../speech/errors.ts';
import { chargedCharacters, costEur } from '../speech/prices.ts';
import type { SpeechRequest, Voice } from '../speech/provider.ts';
import { modelOf, settingValues } from '../speech/settings.ts';
import type { Speech } from '../speech/speech.ts';
import type { Chunk, ChunkOptions } from './text/chunk.ts';
import { isSpeakable } from './text/normalise.ts';

/** A project has no such voice any more, or a voice tag names one that nobody has. */
export class UnknownVoiceError extends Error {
  override name = 'UnknownVoiceError';
}

/** Nothing in the text has a letter or a digit; a title alone is no article. */
export class NothingToVoiceError extends Error {
  override name = 'NothingToVoiceError';
}

/** A chunk with all that decides its sound. */
export interface PlannedChunk {
  /** Content address of its segment. */
  key: string;
  provider: string;
  request: SpeechRequest;
  text: string;
  /** UTF-16 offset in the spoken text. */
  start: number;
  /** Silence that follows, milliseconds. */
  pauseMs: number;
  /** Code points. */
  characters: number;
  /** Characters that voicing it takes from the balance and the daily limit. */
  charged: number;
  /** Millionths of a euro. */
  cost: number;
}

/** What an article's audio is made of. */
export interface Plan {
  /** Content address of the audio: base name of its file. */
  version: string;
  /** Title and text as spoken, which offsets refer to. */
  spoken: string;
  chunks: PlannedChunk[];
  tags: AudioTags;
  /** Chunks that begin a chapter: the headings, and what stands before the first; none where there is no heading. */
  chapters: AssemblyChapter[];
}

/** What of an article and its project a plan depends on. */
export interface Voicing {
  articleId: number;
  /** Normalised. */
  title: string;
  /** Normalised. */
  text: string;
  voiceProvider: string;
  voiceName: string;
  voiceLanguage: string;
  /** Values by setting id, and `model` and `style`. */
  voiceSettings: Record<string, unknown>;
  /** Organization or project. */
  publisher: string;
}

export type CutText = (text: string, options: ChunkOptions) => Promise<Chunk[]>;

const titleGap = '\n\n';

/**
 * Cuts an article into chunks and addresses them by content: the same article, voice and settings always give the same
 * plan.
 * @throws NothingToVoiceError, UnknownVoiceError, UnknownProviderError, VoiceTagError, and ProviderError for a setting
 * that does not fit
 */
export async function planVoicing(speech: Pick<Speech, 'findVoice' | 'provider'>, cut: CutText, voicing: Voicing): Promise<Plan> {
  const { title, text, voiceLanguage } = voicing;
  if (!isSpeakable(text)) throw new NothingToVoiceError('There is nothing in the text that can be spoken: it has no word and no number.');
  const main = ownVoice(speech, voicing);
  const pieces = await cut(text, { strategy: 'sentences', language: voiceLanguage, limit: limitOf(speech, main.voice.provider), title });
  const spoken = title ? title + titleGap + text : text;
  const offset = title ? title.length + titleGap.length : 0;
  const voices = new Map<string, Delivery>();

  const chunks = pieces.map((piece): PlannedChunk => {
    const delivery = piece.voice ? cached(voices, JSON.stringify(piece.voice), () => taggedVoice(speech, piece.voice!, voiceLanguage)) : main;
    const request: SpeechRequest = { ...delivery.request, text: piece.text };
    const characters = charactersOf(piece.text);
    const priced = { provider: delivery.voice.provider, model: request.model, voice: request.voice };
    return {
      key: segmentKey(delivery.voice.provider, request),
      provider: delivery.voice.provider,
      request,
      text: piece.text,
      start: piece.kind === 'title' ? piece.start : piece.start + offset,
      pauseMs: piece.pauseAfter === 'none' ? 0 : pauses[piece.pauseAfter],
      characters,
      charged: chargedCharacters(priced, characters),
      cost: Math.round(costEur(priced, characters) * 1_000_000),
    };
  });
  const tags: AudioTags = { title: title || firstWords(text), publisher: voicing.publisher, language: voiceLanguage };
  const chapters = chaptersOf(pieces);
  return { version: versionOf(voicing.articleId, chunks, tags, chapters), spoken, chunks, tags, chapters };
}

function chaptersOf(pieces: Chunk[]): AssemblyChapter[] {
  const headings = pieces.flatMap(({ kind, text }, part) => (kind === 'heading' ? [{ title: text, part }] : []));
  const beforeFirst = headings.length > 0 && headings[0]!.part > 0 ? [{ title: pieces[0]!.text, part: 0 }] : [];
  return [...beforeFirst, ...headings];
}

/** Characters as people count and pay them: code points. */
export function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Voice, language, settings and model, ready for a text. */
interface Delivery {
  voice: Voice;
  request: Omit<SpeechRequest, 'text'>;
}

function ownVoice(speech: Pick<Speech, 'findVoice'>, voicing: Voicing): Delivery {
  const { voiceProvider, voiceName, voiceLanguage } = voicing;
  const voice = speech.findVoice(`${voiceProvider}:${voiceName}`, voiceLanguage);
  if (!voice) throw new UnknownVoiceError(`There is no voice ${voiceProvider}:${voiceName} for ${voiceLanguage} any more. Choose another one in the project's settings.`);
  const { model, style, ...settings } = voicing.voiceSettings;
  return delivery(voice, voiceLanguage, { model: textOf(model), style: textOf(style), settings: settings as SpeechRequest['settings'] });
}

function taggedVoice(speech: Pick<Speech, 'findVoice'>, tag: NonNullable<Chunk['voice']>, articleLanguage: string): Delivery {
  const voice = tag.language
    ? speech.findVoice(tag.name, tag.language)
    : (speech.findVoice(tag.name, articleLanguage) ?? speech.findVoice(tag.name));
  if (!voice) throw new UnknownVoiceError(`A voice tag names the voice "${tag.name}", which does not exist${tag.language ? ` for ${tag.language}` : ''}.`);
  return delivery(voice, voice.language, { model: undefined, style: tag.style, settings: {} });
}

function delivery(voice: Voice, language: string, given: Pick<SpeechRequest, 'model' | 'style' | 'settings'>): Delivery {
  const asked = { voice: voice.name, language, ...given, text: '' };
  // A model or style that belongs to a voice the project used before counts as none.
  const model = voice.availableModels.length > 0 ? modelOf(voice.provider, voice.availableModels, { ...asked, model: known(voice.availableModels, given.model) }) : undefined;
  const style = known(voice.styles, given.style);
  const settings = settingValues(voice.provider, voice.availableSettings, asked);
  return { voice, request: { voice: voice.name, language, settings, ...(model && { model }), ...(style && { style }) } };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const known = (values: string[], value: string | undefined): string | undefined => (value !== undefined && values.includes(value) ? value : undefined);

function limitOf(speech: Pick<Speech, 'provider'>, id: string): ChunkOptions['limit'] {
  const provider = speech.provider(id);
  if (!provider) throw new UnknownProviderError(id);
  return provider.limits.maxRequest;
}

function segmentKey(provider: string, request: SpeechRequest): string {
  const settings = Object.entries(request.settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256([STANDARD_PROFILE.version, provider, request.model ?? null, request.voice, request.language, settings, request.style ?? null, request.text]);
}

function versionOf(articleId: number, chunks: PlannedChunk[], tags: AudioTags, chapters: AssemblyChapter[]): string {
  return sha256([articleId, STANDARD_PROFILE, chunks.map(({ key, pauseMs }) => [key, pauseMs]), tags, chapters]);
}

const sha256 = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

function firstWords(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length <= 80 ? line : `${line.slice(0, 80).replace(/\s+\S*$/, '')}…`;
}

function cached<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
