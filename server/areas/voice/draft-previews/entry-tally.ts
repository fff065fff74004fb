import type { CompiledDictionary } from '../../../text/pronunciation/compile-dictionary.ts';
import type { Entry } from '../../../text/pronunciation/dictionary.ts';
import { CooperativeYield } from '../../../lib/threads/cooperative-yield.ts';
import { findEntries, type NearReason } from '../../../text/pronunciation/find-entries.ts';
import { stretchesOf } from '../../../text/pronunciation/stretches.ts';
import { excerptOf } from '../dictionaries/excerpt.ts';
import type { Project } from '../../access/project-access/access.ts';
import type { CountedEntry } from './drafts.ts';

/** Why a draft nearly applied and did not, how often, and the first place of it. */
export interface NearMissTally {
  reason: NearReason;
  count: number;
  articleId: number;
  excerpt: string;
  start: number;
  length: number;
  /** The source of the entry that has the words, for `taken`. */
  coveredBy: string | null;
}

/** Result of one of the drafts. */
export interface PreviewEntry {
  source: string;
  matched: number;
  near: NearMissTally[];
}

/** Maximum number of a dictionary's entries to report, those that apply most often first. */
const toldMax = 50;

type Counted = Omit<PreviewEntry, 'near'> & { near: Map<NearReason, NearMissTally> };

/** Counts how often entries apply, and why they do not where they nearly do. */
export class EntryTally {
  /** By the number of the entry; drafts first, in their order. */
  readonly #entries = new Map<number, Counted>();
  readonly #dictionaryId: number | null;

  /** @param dictionaryId whose entries are all counted as soon as they apply or nearly do; null: none */
  constructor(drafts: readonly CountedEntry[], dictionaryId: number | null) {
    this.#dictionaryId = dictionaryId;
    for (const { id, source } of drafts) this.#begin(id, source);
  }

  /** Takes turns with others. */
  async count(
    dictionaries: readonly CompiledDictionary[],
    { voiceLanguage, voiceProvider, voiceName }: Project,
    article: { id: number; title: string; text: string },
  ): Promise<void> {
    if (this.#entries.size === 0 && this.#dictionaryId === null) return;
    const text = `${article.title}\n${article.text}`;
    const voice = { language: voiceLanguage, provider: voiceProvider, name: voiceName };
    const turns = new CooperativeYield();
    for (const stretch of stretchesOf(text)) {
      const found = findEntries(dictionaries, stretch.text, voice, (miss) => {
        const { dictionary, entry, reason, coveredBy } = miss;
        const near = this.#of(dictionary, entry)?.near;
        const known = near?.get(reason);
        if (known) known.count++;
        else
          near?.set(reason, {
            reason,
            count: 1,
            articleId: article.id,
            ...excerptOf(text, { start: stretch.start + miss.start, end: stretch.start + miss.end }),
            coveredBy: coveredBy?.source ?? null,
          });
      });
      for (const { dictionary, entry } of found) {
        const own = this.#of(dictionary, entry);
        if (own) own.matched++;
      }
      await turns.pause();
    }
  }

  result(): PreviewEntry[] {
    const entries = [...this.#entries.values()];
    const told =
      this.#dictionaryId === null
        ? entries
        : entries.sort((a, b) => b.matched - a.matched || misses(b) - misses(a)).slice(0, toldMax);
    return told.map(({ near, ...entry }) => ({
      ...entry,
      near: [...near.values()].map((one) => ({ ...one })),
    }));
  }

  #of(dictionary: CompiledDictionary, { id, source }: Entry): Counted | undefined {
    const known = this.#entries.get(id);
    return known || dictionary.id !== this.#dictionaryId ? known : this.#begin(id, source);
  }

  #begin(id: number, source: string): Counted {
    const entry = { source, matched: 0, near: new Map<NearReason, NearMissTally>() };
    this.#entries.set(id, entry);
    return entry;
  }
}

const misses = ({ near }: Counted): number => near.values().reduce((sum, { count }) => sum + count, 0);
