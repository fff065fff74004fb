import { anyOf } from '../../../lib/database/sql.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { CooperativeYield } from '../../../lib/threads/cooperative-yield.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { chargedCharacters, costEur } from '../../../speech/prices.ts';
import { pronounce, type SpeakingVoice } from '../../../text/pronunciation/pronounce.ts';
import type { CompiledDictionary } from '../../../text/pronunciation/compile-dictionary.ts';
import { voiceSettings } from '../../access/project-access/voice-values.ts';
import { ownDelivery } from '../voicing/voice-delivery.ts';
import { dictionariesFor } from './dictionaries-for.ts';
import { findUsage, type UsageQuery } from './entry-usage.ts';
import { policy } from './policy.ts';

/** Articles whose sound is looked at at once. */
const atOnce = 50;

export interface AffectedArticlesQuery extends UsageQuery {
  /** Only articles that were added since; absent: whenever. */
  since?: Date | null | undefined;
}

/** Text that would be regenerated. */
export interface AffectedArticles {
  articleIds: number[];
  /** Upper bound of the sentences that would sound different, and of their characters as spoken. */
  sentences: number;
  characters: number;
  /** Characters that this takes from balances, at most. */
  charged: number;
  /** EUR at most, at the list price of the projects' voices. */
  cost: number;
  /** Whether no other article can have the words. */
  isAll: boolean;
}

/** Text of one article that would be regenerated. */
export type AffectedArticle = Pick<AffectedArticles, 'sentences' | 'characters' | 'charged' | 'cost'> & {
  id: number;
};

/**
 * Returns which of the articles with words of entries would sound different with the current dictionaries,
 * and the maximum cost of regenerating them. Only ready articles count: all others will use them anyway.
 * @throws NotAllowedError for actors who may not change the entries, and the errors of `findUsage`
 */
export async function readAffectedArticles(
  app: App,
  actor: Actor,
  query: AffectedArticlesQuery,
): Promise<AffectedArticles> {
  const { articles, isAll } = await findUsage(app, actor, query, policy.quoteRevoicing);
  const found = articles.map(({ articleId }) => articleId);
  const quote: AffectedArticles = { articleIds: [], sentences: 0, characters: 0, charged: 0, cost: 0, isAll };
  for await (const own of articlesThatChange(app, found, query.since)) {
    quote.articleIds.push(own.id);
    quote.sentences += own.sentences;
    quote.characters += own.characters;
    quote.charged += own.charged;
    quote.cost += own.cost;
  }
  return quote;
}

/** Which of some articles would sound different, the newest first. @param since only those added since */
export async function* articlesThatChange(
  app: App,
  ids: readonly number[],
  since: Date | null | undefined,
): AsyncGenerator<AffectedArticle, void, undefined> {
  for (let at = 0; at < ids.length; at += atOnce)
    yield* changedOf(app, await voicedArticles(app, ids.slice(at, at + atOnce), since));
}

async function* changedOf(app: App, articles: readonly VoicedArticle[]): AsyncGenerator<AffectedArticle> {
  const chunks = Map.groupBy(await chunksOf(app, articles), ({ articleId }) => articleId);
  const ofProjects = new Map<number, CompiledDictionary[]>();
  for (const article of articles) {
    const dictionaries = ofProjects.get(article.projectId) ?? (await dictionariesFor(app, article));
    ofProjects.set(article.projectId, dictionaries);
    const own = await changedIn(app, article, chunks.get(article.id) ?? [], dictionaries);
    if (own.sentences > 0) yield { id: article.id, ...own };
  }
}

type VoicedArticle = Awaited<ReturnType<typeof voicedArticles>>[number];
type SpokenChunk = { text: string; written: string | null };

const voicedArticles = ({ db }: App, ids: readonly number[], since: Date | null | undefined) =>
  db.sql
    .selectFrom('Article as a')
    .innerJoin('Project as p', 'p.id', 'a.projectId')
    .select([
      'a.id',
      'a.audio',
      'a.projectId',
      'p.organizationId',
      'p.voiceLanguage',
      'p.voiceProvider',
      'p.voiceName',
      'p.voiceAdditionalSettings',
      'p.normalization',
    ])
    .where('a.id', '=', anyOf(ids, 'int'))
    .where('p.studioUserId', 'is', null)
    .where('a.status', '=', 'ready')
    .where('a.audio', 'is not', null)
    .$if(since instanceof Date, (query) => query.where('a.addedAt', '>=', since!))
    .orderBy('a.addedAt', 'desc')
    .orderBy('a.id', 'desc')
    .execute();

/** The sentences of what articles sound like now. */
const chunksOf = ({ db }: App, articles: readonly VoicedArticle[]) =>
  db.sql
    .selectFrom('Chunk as c')
    .innerJoin('Article as a', (join) =>
      join.onRef('a.id', '=', 'c.articleId').onRef('a.audio', '=', 'c.version'),
    )
    .select(['c.articleId', 'c.text', 'c.written'])
    .where(
      'a.id',
      '=',
      anyOf(
        articles.map(({ id }) => id),
        'int',
      ),
    )
    .execute();

async function changedIn(
  app: App,
  article: VoicedArticle,
  chunks: readonly SpokenChunk[],
  dictionaries: readonly CompiledDictionary[],
): Promise<Omit<AffectedArticle, 'id'>> {
  const voice = voiceOf(app, article);
  const turns = new CooperativeYield();
  const texts: string[] = [];
  for (const chunk of chunks) {
    const text = changedText(dictionaries, voice, article.normalization, chunk);
    if (text !== null) texts.push(text);
    await turns.pause();
  }
  const characters = texts.reduce((sum, text) => sum + [...text].length, 0);
  const { model } = voiceSettings.parse(article.voiceAdditionalSettings);
  const priced = {
    provider: article.voiceProvider,
    voice: article.voiceName,
    model: typeof model === 'string' ? model : undefined,
  };
  return {
    sentences: texts.length,
    characters,
    charged: Math.ceil(chargedCharacters(priced, characters)),
    cost: costEur(priced, characters),
  };
}

/**
 * Returns a chunk's new spoken text; null if unchanged. Spelled-out text can't be distinguished from text
 * that dictionaries changed: wherever one of their words is written, it may sound different.
 */
function changedText(
  dictionaries: readonly CompiledDictionary[],
  voice: SpeakingVoice,
  isSpelledOut: boolean,
  { text, written }: SpokenChunk,
): string | null {
  const { spoken, sounds, applied } = pronounce(dictionaries, written ?? text, voice);
  if (isSpelledOut) return applied.length > 0 ? spoken : null;
  return spoken !== text || sounds.length > 0 ? spoken : null;
}

/** The project's voice, which takes no sounds where it is gone. */
function voiceOf({ speech }: App, article: VoicedArticle): SpeakingVoice {
  const { voiceLanguage: language, voiceProvider: provider, voiceName: name } = article;
  let takesSounds: SpeakingVoice['takesSounds'] = () => false;
  try {
    const { request } = ownDelivery(speech, {
      voiceLanguage: language,
      voiceProvider: provider,
      voiceName: name,
      voiceSettings: voiceSettings.parse(article.voiceAdditionalSettings),
    });
    takesSounds = (ipa) => speech.provider(provider)?.soundsProblem?.(ipa, request) === null;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
  }
  return { language, provider, name, takesSounds };
}
