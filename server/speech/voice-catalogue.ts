import { baseLanguage, bcp47, languageName } from './languages.ts';
import { priceOf } from './prices.ts';
import type { Voice } from './provider.ts';
import type { SpeechProviders } from './providers.ts';

/** One provider's voices as they were last listed: what the store keeps. */
export interface ListedVoices {
  provider: string;
  voices: Voice[];
  refreshedAt: Date;
}

/** Where the lists outlive the process. */
export interface CatalogueStore {
  load(): Promise<ListedVoices[]>;
  /** Replaces the list of that provider. */
  save(listed: ListedVoices): Promise<void>;
}

export interface CatalogueVoice extends Voice {
  /** `provider:name`, unique in the catalogue: what a project stores. */
  id: string;
  favorite: boolean;
  /** Price warnings for editors, by model; only models that have one. */
  warnings: Record<string, string>;
}

export interface VoiceGroup {
  provider: string;
  /** What a person reads. */
  title: string;
  voices: CatalogueVoice[];
}

export interface CatalogueLanguage {
  /** BCP 47. */
  id: string;
  name: string;
  /** By provider, in the order of the lists. */
  voices: VoiceGroup[];
}

/**
 * State of one provider's list. `fresh`: it was read less than a day ago; `kept`: it could not be read,
 * the old one stays.
 */
export type RefreshOutcome = { provider: string; voices: number } & (
  | { result: 'refreshed' }
  | { result: 'fresh' }
  | { result: 'kept'; reason: string }
  | { result: 'unavailable'; reason: string }
);

export const DEFAULT_LANGUAGE = 'en-US';
const REFRESH_AFTER_MS = 24 * 60 * 60 * 1000;

/** The default of the studio is an English neural male voice: the first of these that is there. */
const DEFAULT_VOICES = [
  'microsoft:en-US-GuyNeural',
  'microsoft:en-US-AndrewNeural',
  'openai:onyx',
  'google:en-US-Neural2-D',
  'amazon:Matthew',
  'gemini25:Charon',
];

const alphabetically = new Intl.Collator('en', { numeric: true }).compare;

/**
 * Catalogue of all providers' voices by language. Lists are refreshed at each start and each day; while a
 * provider is down its old list stays, across restarts too. A provider without credentials offers nothing,
 * even if a list is stored.
 */
export class VoiceCatalogue {
  readonly #providers: SpeechProviders;
  readonly #store: CatalogueStore;
  readonly #listed = new Map<string, ListedVoices>();
  /** Providers that this process listed: what is stored may be of another release, or of other settings. */
  readonly #own = new Set<string>();
  #order: string[] = [];
  #languages: CatalogueLanguage[] = [];
  #byLanguage: Map<string, CatalogueVoice[]> = new Map();
  #byName: Map<string, CatalogueVoice[]> = new Map();

  constructor(providers: SpeechProviders, store: CatalogueStore) {
    this.#providers = providers;
    this.#store = store;
    this.#index();
  }

  /** Takes over what is stored (by this process earlier, or by another one since). */
  async load(): Promise<void> {
    const local = new Set(
      this.#providers
        .list()
        .filter(({ isLocal }) => isLocal)
        .map(({ id }) => id),
    );
    const newer = (await this.#store.load()).filter(
      ({ provider, refreshedAt }) =>
        !local.has(provider) &&
        refreshedAt.getTime() > (this.#listed.get(provider)?.refreshedAt.getTime() ?? -1),
    );
    if (newer.length === 0) return;
    for (const listed of newer) this.#listed.set(listed.provider, listed);
    this.#index();
  }

  /**
   * Lists the voices of every provider that this process has not listed for a day, or of all when forced.
   * Each list counts as soon as it is there. Never fails for a provider that is down: its old list is kept.
   * @param options `only`: the provider that is listed; absent: all
   * @throws what the store's `save` throws, and the signal's reason
   */
  async refresh(
    signal: AbortSignal,
    { force = false, only }: { force?: boolean; only?: string } = {},
  ): Promise<RefreshOutcome[]> {
    const now = Date.now();
    const listing = this.#providers.list().filter(({ id }) => only === undefined || id === only);
    const outcomes = await Promise.all(
      listing.map(async (provider): Promise<RefreshOutcome> => {
        const id = provider.id;
        const old = this.#listed.get(id);
        const count = old?.voices.length ?? 0;
        if (provider.unavailable)
          return { provider: id, voices: 0, result: 'unavailable', reason: provider.unavailable.message };
        if (!force && old && this.#own.has(id) && now - old.refreshedAt.getTime() < REFRESH_AFTER_MS)
          return { provider: id, voices: count, result: 'fresh' };
        let voices: Voice[];
        try {
          voices = await provider.voices(signal);
        } catch (error) {
          signal.throwIfAborted();
          return {
            provider: id,
            voices: count,
            result: 'kept',
            reason: error instanceof Error ? error.message : String(error),
          };
        }
        if (voices.length === 0 && count > 0 && !provider.isLocal)
          return { provider: id, voices: count, result: 'kept', reason: 'the list came empty' };
        const listed = { provider: id, voices, refreshedAt: new Date(now) };
        if (!provider.isLocal) await this.#store.save(listed);
        this.#listed.set(id, listed);
        this.#own.add(id);
        this.#index();
        return { provider: id, voices: voices.length, result: 'refreshed' };
      }),
    );
    return outcomes;
  }

  /**
   * Languages by name, each with its voices grouped by provider: openai and microsoft first, the offline
   * engine last. `favorites` holds ids of voices. The answer is shared: not to be changed.
   */
  languages(favorites: ReadonlySet<string> = new Set()): CatalogueLanguage[] {
    if (favorites.size === 0) return this.#languages;
    return this.#languages.map((language) => ({
      ...language,
      voices: language.voices.map((group) => ({
        ...group,
        voices: group.voices.map((voice) => (favorites.has(voice.id) ? { ...voice, favorite: true } : voice)),
      })),
    }));
  }

  /**
   * The studio's list: premium voices only, microsoft first. Where a language has none, its other voices are
   * listed, so that a studio without any service still speaks.
   */
  studioLanguages(favorites: ReadonlySet<string> = new Set()): CatalogueLanguage[] {
    return this.languages(favorites).map((language) => {
      const premium = language.voices
        .map((group) => ({ ...group, voices: group.voices.filter((voice) => voice.type === 'premium') }))
        .filter((group) => group.voices.length > 0);
      const voices = premium.length > 0 ? premium : language.voices;
      return {
        ...language,
        voices: voices.toSorted(
          (a, b) => Number(b.provider === 'microsoft') - Number(a.provider === 'microsoft'),
        ),
      };
    });
  }

  /**
   * Finds a voice by what a project, a dictionary or a REST call names: `provider:name`, or the plain name.
   * A plain name that several providers use means the first in the order of the lists, unless `provider` says
   * which. `language` must be one that the voice speaks; without it the voice's own counts (its first).
   * Null when there is none.
   */
  find(
    name: string,
    options: { provider?: string | undefined; language?: string | undefined } = {},
  ): CatalogueVoice | null {
    const reference = this.#reference(name);
    const provider = options.provider || reference.provider;
    if (reference.provider && options.provider && reference.provider !== options.provider) return null;
    const voices = (this.#byName.get(reference.name) ?? []).filter(
      (voice) => !provider || voice.provider === provider,
    );
    const wanted = options.language;
    return (wanted ? voices.find((voice) => voice.language === wanted) : this.#ownLanguage(voices)) ?? null;
  }

  /**
   * The voice to propose: for en-US an English neural male one, for others the first premium voice of the
   * list, and without any service the offline engine's. A language without voices is looked for in another
   * region. Null when nothing at all speaks it, and for what is no language code.
   */
  defaultVoice(language: string = DEFAULT_LANGUAGE): CatalogueVoice | null {
    if (bcp47(language) === null) return null;
    const voices = this.#byLanguage.get(language) ?? this.#sameLanguage(language);
    if (baseLanguage(language) === 'en') {
      for (const id of DEFAULT_VOICES) {
        const voice = voices.find((voice) => voice.id === id);
        if (voice) return voice;
      }
    }
    const male = (voice: CatalogueVoice): boolean => voice.gender === 'male';
    const premium = voices.filter((voice) => voice.type === 'premium');
    return premium.find(male) ?? premium[0] ?? voices.find(male) ?? voices[0] ?? null;
  }

  /** When a provider's voices were last listed; null when never. */
  refreshedAt(provider: string): Date | null {
    return this.#listed.get(provider)?.refreshedAt ?? null;
  }

  /** `provider:name` or a plain name. Names may hold colons themselves (en-US-Ava:DragonHDLatestNeural). */
  #reference(name: string): { provider: string | null; name: string } {
    const colon = name.indexOf(':');
    const prefix = name.slice(0, Math.max(colon, 0));
    return this.#order.includes(prefix)
      ? { provider: prefix, name: name.slice(colon + 1) }
      : { provider: null, name };
  }

  /**
   * A voice that speaks many languages has its home language from its name, else in English, else in its
   * first.
   */
  #ownLanguage(voices: CatalogueVoice[]): CatalogueVoice | undefined {
    const [first] = voices;
    const same = voices.filter((voice) => voice.provider === first?.provider);
    return (
      same.find((voice) => voice.name.startsWith(voice.language)) ??
      same.find((voice) => voice.language === DEFAULT_LANGUAGE) ??
      first
    );
  }

  #sameLanguage(language: string): CatalogueVoice[] {
    const base = baseLanguage(language);
    return [...this.#byLanguage].filter(([id]) => baseLanguage(id) === base).flatMap(([, voices]) => voices);
  }

  #index(): void {
    const providers = this.#providers.list();
    this.#order = providers.map(({ id }) => id);
    this.#byLanguage = new Map();
    this.#byName = new Map();
    const languages = new Map<string, VoiceGroup[]>();
    for (const { id, title, unavailable } of providers) {
      if (unavailable) continue;
      for (const voice of byLabel(this.#listed.get(id)?.voices ?? [])) {
        const entry: CatalogueVoice = {
          ...voice,
          id: `${id}:${voice.name}`,
          favorite: false,
          warnings: warningsOf(voice),
        };
        push(this.#byLanguage, voice.language, entry);
        push(this.#byName, voice.name, entry);
        const group = languages.get(voice.language)?.at(-1);
        if (group?.provider === id) group.voices.push(entry);
        else push(languages, voice.language, { provider: id, title, voices: [entry] });
      }
    }
    this.#languages = [...languages]
      .map(([id, voices]) => ({ id, name: languageName(id), voices }))
      .sort((a, b) => alphabetically(a.name, b.name));
  }
}

/**
 * Sorts voices alphabetically. A label occurs once for each language of its voice, so its sort key is
 * computed once.
 */
function byLabel(voices: Voice[]): Voice[] {
  const rank = new Map(
    [...new Set(voices.map(({ label }) => label))].sort(alphabetically).map((label, index) => [label, index]),
  );
  return voices.toSorted((a, b) => rank.get(a.label)! - rank.get(b.label)!);
}

function warningsOf(voice: Voice): Record<string, string> {
  const warnings: Record<string, string> = {};
  for (const model of voice.availableModels) {
    const { warning } = priceOf({ provider: voice.provider, model, voice: voice.name });
    if (warning) warnings[model] = warning;
  }
  return warnings;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
