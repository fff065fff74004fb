import type { CompiledDictionary } from '../../text/pronunciation/compile-dictionary.ts';
import { findEntries, type NearReason } from '../../text/pronunciation/find-entries.ts';
import type { EntryInput } from '../dictionaries/entry-input.ts';
import { excerptOf } from '../dictionaries/excerpt.ts';
import type { Project } from '../project-access/access.ts';
import { draftId } from './drafts.ts';

/** Why a draft nearly applied and did not, how often, and the first place of it. */
export interface NearlyTried {
  reason: NearReason;
  count: number;
  articleId: number;
  excerpt: string;
  start: number;
  length: number;
  /** The source of the entry that has the words, for `taken`. */
  takenBy: string | null;
}

/** What became of one of the drafts. */
export interface TriedEntry {
  source: string;
  matched: number;
  near: NearlyTried[];
}

/** Counts how often drafts of entries apply, and why they do not where they nearly do. */
export class EntryTally {
  readonly #entries: (Omit<TriedEntry, 'near'> & { near: Map<NearReason, NearlyTried> })[];

  constructor(drafts: readonly EntryInput[]) {
    this.#entries = drafts.map(({ source }) => ({
      source,
      matched: 0,
      near: new Map<NearReason, NearlyTried>(),
    }));
  }

  count(
    dictionaries: readonly CompiledDictionary[],
    { voiceLanguage, voiceProvider, voiceName }: Project,
    article: { id: number; title: string; text: string },
  ): void {
    if (this.#entries.length === 0) return;
    const text = `${article.title}\n${article.text}`;
    const voice = { language: voiceLanguage, provider: voiceProvider, name: voiceName };
    const found = findEntries(dictionaries, text, voice, ({ entry, reason, start, end, takenBy }) => {
      const near = this.#entries[draftId(entry.id)]?.near;
      const known = near?.get(reason);
      if (known) known.count++;
      else
        near?.set(reason, {
          reason,
          count: 1,
          articleId: article.id,
          ...excerptOf(text, { start, end }),
          takenBy: takenBy?.source ?? null,
        });
    });
    for (const { entry } of found) {
      const own = this.#entries[draftId(entry.id)];
      if (own) own.matched++;
    }
  }

  result(): TriedEntry[] {
    return this.#entries.map(({ near, ...entry }) => ({
      ...entry,
      near: [...near.values()].map((one) => ({ ...one })),
    }));
  }
}
