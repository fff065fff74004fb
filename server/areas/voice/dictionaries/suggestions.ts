import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { findEntries } from '../../../text/pronunciation/find-entries.ts';
import {
  WordTally,
  type SuggestionReason,
  type SuggestedWord,
} from '../../../text/pronunciation/suggest-words.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { dictionariesFor } from './dictionaries-for.ts';
import { excerptOf, type Excerpt } from './excerpt.ts';
import { policy, requiredRight } from './policy.ts';

/** Articles whose words are looked at, the newest, and their characters: a tenth of a second's work. */
const examined = { articles: 100, characters: 400_000 };
export const suggestedMax = 100;
/** Articles whose words are counted at once. */
const batch = 5;

/** A word that is likely to be mispronounced, in the article where it first occurs. */
export interface Suggestion extends Excerpt {
  word: string;
  reason: SuggestionReason;
  count: number;
  articleId: number;
}

/**
 * Words of a project's newest articles that an engine is likely to miss and no dictionary has, the most
 * frequent first.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `first`
 */
export async function suggestEntries(
  app: App,
  actor: Actor,
  { projectId, first }: { projectId: number; first: number },
): Promise<Suggestion[]> {
  const project = await accessProject(app.db.sql, actor, projectId, requiredRight[policy.suggestEntries]);
  if (first < 1 || first > suggestedMax)
    throw new ValidationError([
      { field: 'first', ...kernelMessages.NOT_NUMBER_WITHIN({ least: 1, most: suggestedMax }) },
    ]);
  const articles = await newestTexts(app, projectId);
  const { voiceLanguage: language, voiceProvider: provider, voiceName: name, organizationId } = project;
  const found = await counted(articles, language);
  const dictionaries = await dictionariesFor(app, { projectId, organizationId });
  const suggestions: Suggestion[] = [];
  for (const { word, reason, count, text, start } of found) {
    if (suggestions.length === first) break;
    if (findEntries(dictionaries, word, { language, provider, name }).length > 0) continue;
    const article = articles[text]!;
    const place = excerptOf(article.text, { start, end: start + word.length });
    suggestions.push({ word, reason, count, articleId: article.id, ...place });
  }
  return suggestions;
}

async function newestTexts({ db }: App, projectId: number): Promise<{ id: number; text: string }[]> {
  const articles = await db.sql
    .selectFrom('Article')
    .select(['id', 'text'])
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('text', '<>', '')
    .orderBy('addedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(examined.articles)
    .execute();
  let characters = 0;
  return articles.filter(
    ({ text }) => (characters += text.length) <= examined.characters || characters === text.length,
  );
}

/** All words together, a few articles at a time: others have their turn. */
async function counted(articles: readonly { text: string }[], language: string): Promise<SuggestedWord[]> {
  const tally = new WordTally(language);
  for (const [index, { text }] of articles.entries()) {
    tally.add(text, index);
    if (index % batch === batch - 1) await nextTurn();
  }
  return tally.suggested();
}
