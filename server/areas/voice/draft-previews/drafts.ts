import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { CompiledDictionary } from '../../../text/pronunciation/compile-dictionary.ts';
import { accessDictionary } from '../dictionaries/dictionary-access.ts';
import { checkedScope, type DictionaryInput } from '../dictionaries/dictionaries.ts';
import { compileDraft, dictionariesFor } from '../dictionaries/dictionaries-for.ts';
import { entryError, tidyEntry, type EntryInput } from '../dictionaries/entry-input.ts';
import type { Project } from '../../access/project-access/access.ts';
import { tidyRule } from '../../library/rules/rule-check.ts';
import { loadRules } from '../../library/rules/load-rules.ts';
import type { Predicate, ProcessingRule, RuleAction } from '../../library/rules/rule-outcome.ts';
import type { ExtractorRule } from '../../../extraction/extraction-rules.ts';
import {
  checkedExtractorRules,
  loadExtractorRules,
  type ExtractorRuleInput,
} from '../../library/settings/extractor-rules.ts';
import { draftPreviewMessages } from './messages.ts';

/** Entries that are tried at once. */
export const draftEntriesMax = 200;
const promptLength = { min: 10, max: 10_000 };

/** Entries as they would be in a dictionary. */
export interface EntriesDraft {
  dictionaryId: number;
  entries: readonly EntryInput[];
  /** Ids of the entries that they would replace. */
  replaces?: readonly number[] | null | undefined;
}

/** A rule as it would be applied. */
export interface RuleDraft {
  /** The rule that it would replace; absent: it comes after all others. */
  ruleId?: number | null | undefined;
  predicates: Predicate[];
  actions: RuleAction[];
}

/** A dictionary with a draft of its scope, and its existing entries. */
export interface ScopeDraft extends Omit<DictionaryInput, 'name'> {
  dictionaryId: number;
}

/** A change to preview before saving: one of these. */
export interface Draft {
  entries?: EntriesDraft | null | undefined;
  scope?: ScopeDraft | null | undefined;
  rule?: RuleDraft | null | undefined;
  extractorRules?: ExtractorRuleInput[] | null | undefined;
  normalizationPrompt?: string | null | undefined;
}

/** What determines the pronunciation of a project's articles. */
export interface PronunciationContext {
  rules: readonly ProcessingRule[];
  dictionaries: readonly CompiledDictionary[];
  /** Instructions for the language model that are tried; undefined: it is not asked. */
  prompt?: string | null;
  /** Rules by which pages are extracted again; undefined: articles are used as they are. */
  extractorRules?: readonly ExtractorRule[];
}

/** An entry that is counted. Drafts have negative numbers: the first is -1. */
export interface CountedEntry {
  id: number;
  source: string;
}

export interface Preparation {
  before: PronunciationContext;
  after: PronunciationContext;
  /** Entries to report on, in this order. */
  drafts: readonly CountedEntry[];
  /** Dictionary whose entries are all counted as well; null: none. */
  dictionaryId: number | null;
  /** The rule's conditions; null: not a rule. */
  predicates: readonly Predicate[] | null;
}

/** The number of a draft that no entry has. */
export const draftId = (index: number): number => -1 - index;

/**
 * Prepares the current pronunciation of articles, and the one with a draft.
 * @throws NotFoundError, NotAllowedError, ValidationError on problems of the draft
 */
export async function prepare(app: App, actor: Actor, project: Project, draft: Draft): Promise<Preparation> {
  const given = Object.values(draft).filter((value) => value !== undefined && value !== null);
  if (given.length !== 1)
    throw new ValidationError([{ field: 'entries', ...draftPreviewMessages.TRIAL_OF_ONE_DRAFT() }]);
  const before: PronunciationContext = {
    rules: (await loadRules(app.db.sql, project.id)).filter(({ enabled }) => enabled),
    dictionaries: await dictionariesFor(app, {
      projectId: project.id,
      organizationId: project.organizationId,
    }),
  };
  const nothing = { before, after: before, drafts: [], dictionaryId: null, predicates: null };
  if (draft.entries) {
    const { dictionaries, drafts } = await withEntries(app, actor, before.dictionaries, draft.entries);
    return { ...nothing, after: { ...before, dictionaries }, drafts };
  }
  if (draft.scope) {
    const dictionaries = await withScope(app, actor, before.dictionaries, draft.scope);
    return { ...nothing, after: { ...before, dictionaries }, dictionaryId: draft.scope.dictionaryId };
  }
  if (draft.rule) {
    const rule = withRule(app, before.rules, draft.rule);
    return { ...nothing, after: { ...before, rules: rule.rules }, predicates: rule.predicates };
  }
  if (draft.extractorRules) {
    const extractorRules = await loadExtractorRules(app.db.sql, project.id);
    const tried = checkedExtractorRules(draft.extractorRules);
    return { ...nothing, before: { ...before, extractorRules }, after: { ...before, extractorRules: tried } };
  }
  const prompt = draft.normalizationPrompt!.trim();
  const problem =
    prompt.length < promptLength.min
      ? kernelMessages.TOO_SHORT({ least: promptLength.min })
      : prompt.length > promptLength.max
        ? kernelMessages.TOO_LONG({ most: promptLength.max })
        : null;
  if (problem) throw new ValidationError([{ field: 'normalizationPrompt', ...problem }]);
  return {
    ...nothing,
    before: { ...before, prompt: project.normalizationPrompt },
    after: { ...before, prompt },
  };
}

async function withEntries(
  app: App,
  actor: Actor,
  dictionaries: readonly CompiledDictionary[],
  { dictionaryId, entries, replaces }: EntriesDraft,
): Promise<{ dictionaries: CompiledDictionary[]; drafts: CountedEntry[] }> {
  const row = await accessDictionary(app.db.sql, actor, dictionaryId, 'write');
  const errors: FieldError[] = [];
  if (entries.length > draftEntriesMax)
    errors.push({
      field: 'entries.entries',
      ...kernelMessages.NOT_NUMBER_WITHIN({ least: 0, most: draftEntriesMax }),
    });
  const drafts = entries.map((entry, index) => ({ ...tidyEntry(entry), id: draftId(index) }));
  for (const [index, entry] of drafts.entries()) {
    const error = entryError(entry, `entries.entries.${index}.`);
    if (error) errors.push(error);
  }
  if (errors.length > 0) throw new ValidationError(errors);
  const tried = await compileDraft(app, row, new Set(replaces ?? []), drafts);
  return { dictionaries: [...dictionaries.filter(({ id }) => id !== dictionaryId), tried], drafts };
}

async function withScope(
  app: App,
  actor: Actor,
  dictionaries: readonly CompiledDictionary[],
  { dictionaryId, ...given }: ScopeDraft,
): Promise<CompiledDictionary[]> {
  await accessDictionary(app.db.sql, actor, dictionaryId, 'write');
  const { scope, errors } = checkedScope(app, given);
  if (errors.length > 0)
    throw new ValidationError(errors.map((error) => ({ ...error, field: `scope.${error.field}` })));
  return dictionaries.map((dictionary) =>
    dictionary.id === dictionaryId ? { ...dictionary, scope } : dictionary,
  );
}

function withRule(
  app: App,
  rules: readonly ProcessingRule[],
  { ruleId, predicates, actions }: RuleDraft,
): { rules: ProcessingRule[]; predicates: Predicate[] } {
  const tidy = tidyRule(app, { name: 'Draft', predicates, actions });
  const draft = { id: draftId(0), ...tidy };
  const place = rules.findIndex(({ id }) => id === ruleId);
  return { rules: place === -1 ? [...rules, draft] : rules.with(place, draft), predicates: tidy.predicates };
}
