import { createHash } from 'node:crypto';
import { normaliseText } from '../../../text/normalise-text.ts';
import { previewMaxCharacters } from '../../../product.ts';
import type { CatalogueLanguage, CatalogueVoice } from '../../../speech/voice-catalogue.ts';
import { ProviderError, ProviderWaitError } from '../../../speech/provider-errors.ts';
import { LOCAL_PROVIDER } from '../../../speech/local/local-model.ts';
import { OfflineVoiceError } from '../../../speech/offline-voices.ts';
import type { ProviderStatus } from '../../../speech/providers.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import {
  requireAdmin,
  requireCredentials,
  requireUser,
  requireWriter,
} from '../../access/identity/policy.ts';
import { voiceChoiceMessages } from './messages.ts';
import { speechMessages } from '../../../speech/messages.ts';
import type { RequestedSounds } from '../../../speech/provider.ts';

/** The catalogue: languages by name, each with its voices by provider, the caller's favourites marked. */
export async function listVoices(app: App, actor: Actor): Promise<CatalogueLanguage[]> {
  requireCredentials(actor);
  return app.speech.catalogue.languages(await favoritesOf(app, actor));
}

export interface VoiceFilter {
  /** BCP 47; absent: every language. */
  language?: string | null | undefined;
  /** Id of a speech service; absent: all. */
  provider?: string | null | undefined;
  /**
   * Words of the display name, of the service or, without a given language, of the language. Ignores case and
   * accents.
   */
  search?: string | null | undefined;
  /**
   * `provider:name` of each voice that is wanted, which is found once unless a language is given; absent:
   * all.
   */
  names?: readonly string[] | null | undefined;
  /** True: only the caller's favourites; false: only the others; absent: all. */
  favorite?: boolean | null | undefined;
  /** Absent: any. */
  gender?: CatalogueVoice['gender'] | null | undefined;
}

/**
 * Returns voices in catalog order. A voice with several languages is listed under each.
 * @throws NotSignedInError
 */
export async function findVoices(
  app: App,
  actor: Actor,
  { language, provider, search, gender, names, favorite }: VoiceFilter,
): Promise<CatalogueVoice[]> {
  const words = plain(search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const wanted = names && new Set(names);
  const languages = (await listVoices(app, actor)).filter(({ id }) => !language || id === language);
  const found = languages.flatMap(({ id, name, voices }) =>
    voices.flatMap((group) => {
      if (provider && group.provider !== provider) return [];
      const around = plain(language ? group.title : `${group.title} ${id} ${name}`);
      const sought = words.filter((word) => !around.includes(word));
      return group.voices.filter(
        (voice) =>
          (!wanted || wanted.has(voice.id)) &&
          (!gender || voice.gender === gender) &&
          (favorite === null || favorite === undefined || voice.favorite === favorite) &&
          sought.every((word) => plain(voice.label).includes(word)),
      );
    }),
  );
  return wanted && !language ? [...new Map(found.map((voice) => [voice.id, voice])).values()] : found;
}

/** Text as it is compared: without case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** What people call the service of a voice. */
export function serviceTitle(app: App, { provider }: CatalogueVoice): string {
  return app.speech.providers.list().find(({ id }) => id === provider)?.title ?? provider;
}

export async function favoritesOf(app: App, actor: Actor): Promise<Set<string>> {
  if (actor.kind !== 'user') return new Set();
  const rows = await app.db.prisma.favoriteVoice.findMany({ where: { userId: actor.userId } });
  return new Set(rows.map((row) => row.voice));
}

export interface ProviderReport extends ProviderStatus {
  voices: number;
  refreshedAt: Date | null;
}

/** How each speech provider is doing; for administrators. */
export function listProviders(app: App, actor: Actor): ProviderReport[] {
  requireAdmin(actor);
  const { catalogue, providers } = app.speech;
  const counts = new Map<string, number>();
  for (const language of catalogue.languages()) {
    for (const group of language.voices)
      counts.set(group.provider, (counts.get(group.provider) ?? 0) + group.voices.length);
  }
  return providers
    .status()
    .map((status) => ({
      ...status,
      voices: counts.get(status.provider) ?? 0,
      refreshedAt: catalogue.refreshedAt(status.provider),
    }));
}

/** Marks a voice as the caller's favourite, or no longer. @throws ValidationError */
export async function setFavoriteVoice(
  app: App,
  actor: Actor,
  { voice, favorite }: { voice: string; favorite: boolean },
): Promise<CatalogueVoice> {
  const { userId } = requireUser(actor);
  const found = knownVoice(app, voice);
  const key = { userId, voice: found.id };
  if (favorite)
    await app.db.prisma.favoriteVoice.upsert({ where: { userId_voice: key }, create: key, update: {} });
  else await app.db.prisma.favoriteVoice.deleteMany({ where: key });
  return { ...found, favorite };
}

/** @throws ValidationError on `voice` when the catalogue has no such voice in that language. */
export function knownVoice(app: App, name: string, language?: string): CatalogueVoice {
  const voice = app.speech.findVoice(name, language);
  if (!voice) throw new ValidationError([{ field: 'voice', ...voiceChoiceMessages.UNKNOWN_VOICE() }]);
  return voice;
}

export interface VoicePreview {
  /** `provider:name`, or a name that only one provider has. */
  voice: string;
  language?: string | null | undefined;
  style?: string | null | undefined;
  model?: string | null | undefined;
  settings?: Record<string, string | number | boolean> | null | undefined;
  /** Absent: a sentence in the voice's language. */
  text?: string | null | undefined;
  /** IPA pronunciation of the whole text; absent or blank: pronounced as written. */
  phonemes?: string | null | undefined;
  /** Sounds of parts of the text, which the voice takes; no `phonemes` are given with them. */
  sounds?: RequestedSounds[] | undefined;
}

export interface Preview {
  /** Base name of the audio file. */
  file: string;
  durationMs: number;
}

/** Previews that have to be voiced, of one caller. */
const previews = declareRate('Voice previews', 'a caller', { burst: 30, everyMs: 4_000 });

const sentences: Record<string, string> = {
  en: 'This is how your articles will sound when I read them.',
  de: 'So klingen Ihre Artikel, wenn ich sie vorlese.',
  fr: 'Voici comment vos articles sonneront quand je les lirai.',
  es: 'Así sonarán sus artículos cuando yo los lea.',
  it: 'Ecco come suoneranno i vostri articoli quando li leggerò.',
  nl: 'Zo klinken uw artikelen als ik ze voorlees.',
  pt: 'É assim que os seus artigos soarão quando eu os ler.',
  pl: 'Tak będą brzmiały Państwa artykuły, gdy je przeczytam.',
};

/**
 * Speaks a sentence for an editor to judge by. The same preview twice is read from storage.
 * A service is paid for it, so programs that only read may not.
 * @throws NotSignedInError, NotAllowedError, ValidationError with the specification's texts;
 * LimitReachedError when the provider cannot speak now.
 */
export async function previewVoice(app: App, actor: Actor, input: VoicePreview): Promise<Preview> {
  return speakText(app, actor, input, { name: 'preview', folder: 'previews', max: previewMaxCharacters });
}

/** Milliseconds after which what is wanted again is marked as new. */
const markedFor = 86_400_000;

/** Result of a text that was generated immediately. */
interface Kept {
  /** Its file's begins with it. */
  name: 'preview' | 'playlist';
  /** Where it is kept what is known of it. */
  folder: string;
  /** Characters at most. */
  max: number;
}

/** `previewVoice` for texts that are kept for something else, too. @throws as that */
export async function speakText(
  app: App,
  actor: Actor,
  input: VoicePreview,
  { name, folder, max }: Kept,
): Promise<Preview> {
  requireWriter(actor);
  const voice = knownVoice(app, input.voice, input.language ?? undefined);
  const text = normaliseText(input.text ?? sentences[voice.language.split('-')[0]!] ?? sentences['en']!);
  if (!text) throw new ValidationError([{ field: 'text', ...voiceChoiceMessages.PREVIEW_TEXT_MISSING() }]);
  if (text.length > max)
    throw new ValidationError([
      { field: 'text', ...voiceChoiceMessages.PREVIEW_TEXT_TOO_LONG({ most: max }) },
    ]);
  const ipa = input.phonemes?.trim();
  const request = {
    voice: voice.name,
    language: voice.language,
    style: input.style ?? undefined,
    // The model of this machine may be replaced: then its preview is another one.
    model: input.model ?? (voice.provider === LOCAL_PROVIDER ? voice.availableModels[0] : undefined),
    settings: input.settings ?? {},
    text,
    ...(ipa
      ? { sounds: [{ start: 0, length: text.length, ipa }] }
      : input.sounds && { sounds: input.sounds }),
    urgent: true,
  };
  if (ipa && app.speech.provider(voice.provider)?.soundsProblem?.(ipa, request) !== null)
    throw new ValidationError([{ field: 'phonemes', ...voiceChoiceMessages.PREVIEW_SOUNDS_NOT_TAKEN() }]);
  const file = `${name}-${createHash('sha256')
    .update(JSON.stringify([voice.provider, request]))
    .digest('hex')
    .slice(0, 32)}`;
  const kept = await cachedPreview(app, folder, file);
  if (kept) return kept;
  await countAgainstRate(app, previews, callerOf(actor, ''), voiceChoiceMessages.TOO_MANY_VOICE_PREVIEWS());
  try {
    const { bytes, durationMs } = await app.speech.preview(
      voice.provider,
      { ...request, tenant: callerOf(actor, '') },
      AbortSignal.timeout(30_000),
    );
    await app.storage.put(`audio/${file}.mp3`, bytes);
    await app.storage.put(`${folder}/${file}.json`, Buffer.from(JSON.stringify({ durationMs })));
    return { file, durationMs };
  } catch (error) {
    throw asUserError(error);
  }
}

/**
 * Returns a preview made earlier, if it still exists. Reuse refreshes its timestamp from time to time, so
 * that cleanup does not delete it while it is in use.
 * @param folder where its metadata is stored
 */
export async function cachedPreview({ storage }: App, folder: string, file: string): Promise<Preview | null> {
  const mark = `${folder}/${file}.json`;
  const kept = await storage.get(mark);
  if (!kept || !(await storage.stat(`audio/${file}.mp3`))) return null;
  const { modifiedAt } = (await storage.stat(mark)) ?? { modifiedAt: new Date(0) };
  if (modifiedAt.getTime() < Date.now() - markedFor) await storage.put(mark, kept);
  return { file, ...(JSON.parse(Buffer.from(kept).toString()) as { durationMs: number }) };
}

/** What an editor can make of a provider's failure. */
export function asUserError(error: unknown): unknown {
  if (error instanceof ProviderWaitError)
    return new LimitReachedError(voiceChoiceMessages.VOICE_UNAVAILABLE());
  if (error instanceof ProviderError && error.kind === 'gone')
    return new ValidationError([{ field: 'voice', ...error.told }]);
  if (error instanceof OfflineVoiceError) return new ValidationError([{ field: 'settings', ...error.told }]);
  if (error instanceof ProviderError && error.kind === 'bad_request') {
    return new ValidationError([{ field: 'text', ...voiceChoiceMessages.PREVIEW_TAGS_UNSUPPORTED() }]);
  }
  if (error instanceof ProviderError) return new LimitReachedError(voiceChoiceMessages.VOICE_UNAVAILABLE());
  if (error instanceof Error && error.name === 'NothingToSpeakError')
    return new ValidationError([{ field: 'text', ...voiceChoiceMessages.PREVIEW_TEXT_MISSING() }]);
  return error;
}

/** Why requests are kept from a service. */
export const providerHoldMessages = {
  credentials: speechMessages.SPEECH_HELD_BACK_CREDENTIALS,
  unavailable: speechMessages.SPEECH_HELD_BACK_OUTAGE,
  rate_limited: speechMessages.SPEECH_HELD_BACK_RATE,
} as const;
