import { voiceMessages } from './messages.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { createHash } from 'node:crypto';
import type { AssemblyChapter } from '../../../audio/assemble-mp3.ts';
import type { BilledSegment } from '../../access/accounts/ledger.ts';
import { invitationIn, type Paywall } from '../../projects/paywall/paywall.ts';
import { UnknownProviderError } from '../../../speech/provider-errors.ts';
import { chargedCharacters, costEur } from '../../../speech/prices.ts';
import type { SpeechRequest, ConversionTarget, Voice } from '../../../speech/provider.ts';
import type { Speech } from '../../../speech/speech.ts';
import {
  conversionTo,
  ownDelivery,
  scriptDelivery,
  scriptVoices,
  taggedDelivery,
  type Delivery,
  type OwnVoice,
} from './voice-delivery.ts';
import type { RecordedDesign, SoundDesign } from '../../../audio/sound-design.ts';
import type { Chunk, ChunkOptions, ChunkStrategy } from '../../../text/chunk-text.ts';
import type { SpelledPieces, WrittenPiece } from '../../articles/normalization/spell-pieces.ts';
import { defaultReadings, type Readings } from '../../../text/normalise/readings.ts';
import type { SpelledOut } from '../../../text/normalise/spelling.ts';
import { pronouncePieces, type EntryUse } from './pronounce-pieces.ts';
import { customPauseAfter, type CustomPause } from './custom-pauses.ts';
import { unchangedPiece, spokenPieces, type SpokenPiece } from './spoken-pieces.ts';
import type { CompiledDictionary } from '../../../text/pronunciation/compile-dictionary.ts';
import type { Sounds } from '../../../text/pronunciation/pronounce.ts';
import { isSpeakable } from '../../../text/normalise-text.ts';

/** Nothing in the text has a letter or a digit; a title alone is no article. */
export class NothingToVoiceError extends ExpectedError {
  override name = 'NothingToVoiceError';
  readonly onVoicing = 'fail';
}

/** A chunk with all that decides its sound. */
export interface PlannedChunk extends BilledSegment {
  request: SpeechRequest;
  text: string;
  /** Text as in the article, where any of it is spelled out; null: as spoken. */
  written: string | null;
  /** What is spelled out; offsets count in `written`. */
  changes: readonly SpelledOut[];
  /** UTF-16 offset in the article's title and text. */
  start: number;
  /** Silence that follows, milliseconds. */
  pauseMs: number;
}

/** What plays of an article without a subscription: its beginning, and an invitation to subscribe. */
export interface PlannedTeaser {
  /** Content address of its file; says nothing about the whole article's. */
  version: string;
  /** Chunks of the article that it has. */
  chunks: number;
  /** Base name of a sound file, words that are spoken, or nothing. */
  suffix: { file: string } | { chunk: PlannedChunk } | null;
}

/** The words that a teaser ends with, if it does. They are no chunk of the article, but they are paid for. */
export const invitationOf = (teaser: Pick<PlannedTeaser, 'suffix'> | null): PlannedChunk | null =>
  teaser?.suffix && 'chunk' in teaser.suffix ? teaser.suffix.chunk : null;

/** What an article's audio is made of. */
export interface Plan {
  /** Content address of the audio: base name of its file. */
  version: string;
  /** Title and text as written, which offsets refer to; what is not spoken of them is left out. */
  spoken: string;
  /** What was spelled out in them, and by whom; null: the project does not have that done. */
  normalized: NormalizedText | null;
  /** What editors decided for classes of numbers and signs. */
  readings: Readings;
  /** What dictionaries did; null: there are none. */
  pronounced: readonly EntryUse[] | null;
  chunks: PlannedChunk[];
  tags: RecordedDesign['tags'];
  /** Chunks that begin a chapter: the headings, and the text before the first; empty without headings. */
  chapters: AssemblyChapter[];
  sound: SoundDesign;
  /** Null: there is no paywall, or the article is too short for one. */
  teaser: PlannedTeaser | null;
  /** What the teaser was planned for. */
  paywall: Paywall | null;
  /** Names of a voice that was removed from this machine, and of the one that reads in its place. */
  substitution?: { removed: string; voice: string } | undefined;
}

export interface NormalizedText extends Omit<SpelledPieces, 'spellings'> {
  /** Of the voice. */
  language: string;
  /** Offsets count in the plan's `spoken`. */
  changes: SpelledOut[];
}

/** Spells out the pieces of an article. */
export type Spell = (pieces: readonly WrittenPiece[]) => Promise<SpelledPieces>;

/** What of an article, its project and the rules a plan depends on. */
export interface Voicing extends OwnVoice {
  articleId: number;
  /** Normalised. */
  title: string;
  /** Normalised. */
  text: string;
  /** What editors decided for classes of numbers and signs; absent: nothing. */
  readings?: Readings | undefined;
  skipTitle: boolean;
  skipText: boolean;
  strategy: ChunkStrategy;
  /** Target voice of voice conversion, as `provider:name`; null: none. */
  voiceToVoice: string | null;
  /** Milliseconds of silence. */
  pauses: { sentence: number; paragraph: number; heading: number };
  /** Custom pauses of sentences. */
  ownPauses?: readonly CustomPause[] | undefined;
  sound: SoundDesign;
  /** Organization or project. */
  publisher: string;
  paywall: Paywall | null;
  /**
   * Sounds to generate differently than before, and the substitute voice for those where this is impossible.
   */
  secondTakes?: { keys: ReadonlySet<string>; voice: OwnVoice | null } | undefined;
}

/** @param tenant whose text it is: tenants take turns where it takes long */
export type CutText = (text: string, options: ChunkOptions, tenant?: string) => Promise<Chunk[]>;

type Voices = Pick<Speech, 'findVoice' | 'provider'>;

const titleGap = '\n\n';

/**
 * Splits an article into chunks and addresses them by content: the same article, voice, settings and sound
 * always give the same plan.
 * @param dictionaries that are applied to the text after it is spelled out
 * @throws NothingToVoiceError, UnknownVoiceError, UnknownProviderError, VoiceTagError, and ProviderError for
 * an invalid setting
 */
export async function planVoicing(
  speech: Voices,
  cut: CutText,
  voicing: Voicing,
  spell: Spell | null = null,
  dictionaries: readonly CompiledDictionary[] = [],
): Promise<Plan> {
  const { readings = defaultReadings } = voicing;
  const title = voicing.skipTitle ? '' : voicing.title;
  const text = voicing.skipText ? '' : voicing.text;
  if (!isSpeakable(voicing.skipText ? title : text))
    throw new NothingToVoiceError(voiceMessages.VOICE_HAS_NOTHING_TO_SAY());
  const again = voicing.voiceToVoice === null ? null : conversionTo(speech, voicing.voiceToVoice);
  const main = ownDelivery(speech, voicing);
  const { language } = main.request;
  const how = { strategy: voicing.strategy, language, title };
  const { pieces: written, deliveryOf, limit } = await cutFor(speech, cut, main, text, how);
  const spoken = [title, text].filter(Boolean).join(titleGap);
  const offset = title ? title.length + titleGap.length : 0;
  const startOf = ({ kind, start }: Chunk): number => (kind === 'title' ? start : start + offset);
  const spelled =
    spell &&
    (await spell(
      written.map((piece) => writtenPiece(piece, text, deliveryOf(piece).request.language, readings)),
    ));
  const spellings = spelled?.spellings ?? written.map((piece) => ({ spoken: piece.text, changes: [] }));
  const deliveryAt = (index: number) => deliveryOf(written[index]!);
  const texts = written.map((piece) => piece.text);
  const said =
    dictionaries.length > 0
      ? await pronouncePieces(speech, dictionaries, spellings, deliveryAt, texts)
      : null;
  const pieces =
    spelled || said
      ? spokenPieces(
          written,
          said?.pieces ?? spellings.map((spelling) => ({ ...spelling, sounds: [] })),
          limit,
          (piece) => deliveryOf(piece).request.language,
        )
      : written.map(unchangedPiece);
  if (!pieces.some(({ kind }) => kind !== 'title' || voicing.skipText))
    throw new NothingToVoiceError(voiceMessages.DICTIONARIES_LEAVE_NOTHING());
  const chunks = pieces.map((piece): PlannedChunk => {
    const delivery = deliveryOf(piece);
    const take = takeOf(speech, voicing, voiced(delivery, piece.text, again, piece.sounds), delivery);
    const place = { start: startOf(piece), pauseMs: pauseAfter(voicing, piece) };
    return { ...take, written: piece.written, changes: piece.changes, ...place };
  });
  const tags: RecordedDesign['tags'] = {
    title: voicing.title || firstWords(voicing.text),
    publisher: voicing.publisher,
    language,
  };
  const chapters = chaptersOf(pieces);
  const teaser = teaserOf(voicing, pieces, chunks, (words) => voiced(main, words(language), again));
  const version = sha256([
    voicing.articleId,
    chunks.map(({ key, pauseMs }) => [key, pauseMs]),
    tags,
    chapters,
    voicing.sound,
    teaser?.version ?? null,
  ]);
  const normalized = spelled && normalizedBy(spelled, written.map(startOf), language);
  return {
    version,
    spoken,
    normalized,
    readings,
    pronounced: said?.uses ?? null,
    chunks,
    tags,
    chapters,
    sound: voicing.sound,
    teaser,
    paywall: voicing.paywall,
  };
}

/** Returns the silence after a piece, milliseconds: one set for this place, else the usual one. */
const pauseAfter = (
  { ownPauses, pauses }: Voicing,
  { start, end, pauseAfter: kind }: Pick<Chunk, 'start' | 'end' | 'pauseAfter'>,
): number =>
  customPauseAfter(ownPauses ?? [], { from: start, to: end }) ?? (kind === 'none' ? 0 : pauses[kind]);

/** A piece as it is spelled out: what follows a line break may begin with a list's number. */
const writtenPiece = (
  { text: written, kind, start }: Chunk,
  text: string,
  language: string,
  readings: Readings,
): WrittenPiece => ({
  text: written,
  language,
  readings,
  begins: kind !== 'title' && /(?:^|\n)[^\S\n]*$/.test(text.slice(Math.max(0, start - 20), start)),
});

function normalizedBy(
  { spellings, ...how }: SpelledPieces,
  starts: readonly number[],
  language: string,
): NormalizedText {
  const changes = spellings.flatMap((spelling, index) =>
    spelling.changes.map((change) => ({ ...change, start: change.start + starts[index]! })),
  );
  return { ...how, language, changes };
}

/**
 * Cuts so that no chunk exceeds what its own voice's provider takes at once: where tags lead to a stricter
 * one, that one's limit holds for all.
 */
async function cutFor(
  speech: Voices,
  cut: CutText,
  main: Delivery,
  text: string,
  options: Omit<ChunkOptions, 'limit'>,
): Promise<{ pieces: Chunk[]; deliveryOf: (piece: Chunk) => Delivery; limit: ChunkOptions['limit'] }> {
  const limit = limitOf(speech, main.voice.provider);
  const voices = new Map<string, Delivery>();
  const deliveryOf = ({ voice }: Chunk) =>
    voice
      ? cached(voices, JSON.stringify(voice), () =>
          voice.ofScript ? scriptDelivery(voice, main) : taggedDelivery(speech, voice, options.language),
        )
      : main;
  const how = { ...options, scriptVoices: scriptVoices(speech, main) };
  const pieces = await cut(text, { ...how, limit });
  // A passage in another script is a few words, which every provider takes.
  const tagged = pieces.filter(({ voice }) => !voice?.ofScript);
  const limits = [...new Set(tagged.map((piece) => deliveryOf(piece).voice.provider))].map((provider) =>
    limitOf(speech, provider),
  );
  // A text has at least as many bytes as characters.
  const strictest: ChunkOptions['limit'] = {
    value: Math.min(limit.value, ...limits.map(({ value }) => value)),
    unit: [limit, ...limits].some(({ unit }) => unit === 'bytes') ? 'bytes' : limit.unit,
  };
  const fits = strictest.value === limit.value && strictest.unit === limit.unit;
  return {
    pieces: fits ? pieces : await cut(text, { ...how, limit: strictest }),
    deliveryOf,
    limit: strictest,
  };
}

type VoicedText = Omit<PlannedChunk, 'start' | 'pauseMs' | 'written' | 'changes'>;

/** Returns a chunk: its voice and words, its key made from all that determines its sound, and its cost. */
function voiced(
  { voice, request: asked }: Delivery,
  text: string,
  again: ConversionTarget | null,
  sounds: readonly Sounds[] = [],
): VoicedText {
  const request: SpeechRequest = {
    ...asked,
    text,
    ...(sounds.length > 0 && { sounds: [...sounds] }),
    ...(again && { again }),
  };
  const { provider } = voice;
  const characters = charactersOf(text);
  // What is spoken twice is paid for twice.
  const priced = [{ provider, model: request.model, voice: request.voice }, ...(again ? [again] : [])];
  const sum = (amount: typeof costEur) => priced.reduce((total, one) => total + amount(one, characters), 0);
  return {
    key: segmentKey(voice, request),
    provider,
    voice: request.voice,
    request,
    text,
    characters,
    charged: sum(chargedCharacters),
    cost: Math.round(sum(costEur) * 1_000_000),
  };
}

/**
 * A chunk, or its second take: another rendition by a service that never says the same twice, else in the
 * voice that steps in.
 */
function takeOf(
  speech: Voices,
  { secondTakes }: Voicing,
  first: VoicedText,
  { voice }: Delivery,
): VoicedText {
  if (!secondTakes?.keys.has(first.key)) return first;
  if (speech.provider(first.provider)?.varies) {
    const request: SpeechRequest = { ...first.request, take: 2 };
    return { ...first, request, key: segmentKey(voice, request) };
  }
  return secondTakes.voice ? voiced(ownDelivery(speech, secondTakes.voice), first.text, null) : first;
}

/**
 * The article's beginning up to the end of that many paragraphs; null where nothing would be left to
 * subscribe for.
 */
function teaserOf(
  { articleId, paywall, sound }: Voicing,
  pieces: SpokenPiece[],
  chunks: PlannedChunk[],
  say: (words: (language: string) => string) => VoicedText,
): PlannedTeaser | null {
  if (!paywall) return null;
  let paragraphs = 0;
  const last = pieces.findIndex(
    ({ kind, pauseAfter }) =>
      kind !== 'title' &&
      kind !== 'heading' &&
      pauseAfter === 'paragraph' &&
      ++paragraphs === paywall.paragraphs,
  );
  if (last === -1) return null;
  const count = last + 1;
  const said = paywall.suffix === 'words' ? say(invitationIn) : null;
  const suffix = said
    ? { chunk: { ...said, written: null, changes: [], start: 0, pauseMs: 0 } }
    : (paywall.suffix as { file: string } | null);
  return { version: teaserVersion(articleId, chunks.slice(0, count), suffix, sound), chunks: count, suffix };
}

/** Content address of a teaser's file. @param chunks the article's that it has */
export function teaserVersion(
  articleId: number,
  chunks: Pick<PlannedChunk, 'key' | 'pauseMs'>[],
  suffix: PlannedTeaser['suffix'],
  sound: SoundDesign,
): string {
  const after = suffix && 'chunk' in suffix ? suffix.chunk.key : suffix;
  return sha256(['teaser', articleId, chunks.map(({ key, pauseMs }) => [key, pauseMs]), after, sound]);
}

/** Chapters are called as the article calls them, also where voices change within a heading or title. */
function chaptersOf(pieces: SpokenPiece[]): AssemblyChapter[] {
  const headings: AssemblyChapter[] = [];
  for (const [part, piece] of pieces.entries()) {
    if (piece.kind !== 'heading') continue;
    const before = pieces[part - 1];
    const open = headings.at(-1);
    if (open && before?.kind === 'heading' && before.pauseAfter === 'none')
      open.title += ` ${titleOf(piece)}`;
    else headings.push({ title: titleOf(piece), part });
  }
  if (headings.length === 0 || headings[0]!.part === 0) return headings;
  const titles = pieces.filter(({ kind }) => kind === 'title');
  const title = (titles.length > 0 ? titles : pieces.slice(0, 1)).map(titleOf).join(' ');
  return [{ title, part: 0 }, ...headings];
}

const titleOf = ({ written, text }: SpokenPiece): string => written ?? text;

/** Characters as people count and pay them: code points. */
export function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function limitOf(speech: Voices, id: string): ChunkOptions['limit'] {
  const provider = speech.provider(id);
  if (!provider) throw new UnknownProviderError(id);
  return provider.limits.maxRequest;
}

/**
 * Version in the key of every chunk. Raising it regenerates, and charges, all of them: raise it only when
 * requests to services change.
 */
const keyVersion = 3;

/** How the sound is encoded is not part of it: another rendition of the same words is not paid for again. */
function segmentKey({ provider, availableSettings }: Voice, request: SpeechRequest): string {
  // A setting that a voice is given later changes nothing while it has its default.
  const defaults = new Map(availableSettings.map(({ id, default: value }) => [id, value as unknown]));
  const settings = Object.entries(request.settings)
    .filter(([id, value]) => value !== defaults.get(id))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256([
    keyVersion,
    provider,
    request.model ?? null,
    request.voice,
    request.language,
    settings,
    request.style ?? null,
    request.text,
    ...(request.again ? [request.again.provider, request.again.voice, request.again.model] : []),
    ...(request.sounds?.length ? [request.sounds] : []),
    ...(request.take ? [{ take: request.take }] : []),
  ]);
}

const sha256 = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

function firstWords(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length <= 80 ? line : `${line.slice(0, 80).replace(/\s+\S*$/, '')}…`;
}

function cached<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
