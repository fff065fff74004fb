import { persistMessages } from '../../lib/persisted-message.ts';
import { voicingMessages, articleLogMessages } from '../messages.ts';
import type { App } from '../../kernel/app.ts';
import { loadRules } from '../../areas/library/rules/load-rules.ts';
import type { Sql } from '../../lib/database/db.ts';
import type { RunningArticle, Step } from '../article-run.ts';
import { countRun } from '../run-outcomes.ts';
import { applyRules } from '../../areas/library/rules/rule-engine.ts';
import type { RuleFacts, RuleOutcome } from '../../areas/library/rules/rule-outcome.ts';
import { holdColumnsOf } from '../../areas/articles/articles/hold.ts';
import {
  transition,
  type ArticleChanges,
  type LogEntry,
} from '../../areas/articles/articles/article-states.ts';

/** What the project's rules make of an article. */
export async function ruleOutcome(
  sql: Sql,
  article: RunningArticle,
  status: RuleFacts['status'],
): Promise<RuleOutcome> {
  const { title, text, url, labels, voiceProvider, voiceName } = article;
  const switchedOn = (await loadRules(sql, article.projectId)).filter(({ enabled }) => enabled);
  return applyRules(switchedOn, { title, text, url, labels, voice: `${voiceProvider}:${voiceName}`, status });
}

/**
 * The text is final: the rules may label the article, or stop it here. What they say about its sound is kept
 * for the plan, so that the run ends as it began.
 */
export const rulesBeforeVoicing: Step = async ({ app, articleId, run }, article) => {
  if (article.isBurst || article.isUnsure) return hold(app, article);
  const ruling = await ruleOutcome(app.db.sql, article, 'parsed');
  const { end = 'advance', set, log } = changesBy(article, ruling);
  await app.db.transaction((sql) =>
    transition(app, sql, end, {
      articleId,
      run,
      fromStep: 'extracted',
      set: { ...set, ruling, step: 'parsed' },
      log,
    }),
  );
  if (end !== 'advance') countRun(end);
};

/**
 * Puts the article on hold before the rules run, so that they see its state at release, and before anything
 * is charged.
 */
async function hold(app: App, { id, run, confidence, confidenceLimit }: RunningArticle): Promise<void> {
  const isHeld = await app.db.transaction(async (sql) => {
    const { isBurst, isUnsure } = await sql
      .selectFrom('Article')
      .select(['isBurst', 'isUnsure'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // An editor has just released it.
    if (!isBurst && !isUnsure) return false;
    const percent = Math.round(100 * (confidence ?? 0));
    await transition(app, sql, 'hold', {
      articleId: id,
      run,
      fromStep: 'extracted',
      set: holdColumnsOf({ reason: isBurst ? 'burst' : 'low_confidence' }),
      log: [
        ...(isBurst ? [articleLogMessages.ARTICLE_HELD_WITH_OTHERS()] : []),
        ...(isUnsure
          ? [articleLogMessages.ARTICLE_HELD_UNSURE({ percent, limit: confidenceLimit ?? 0 })]
          : []),
      ].map((message) => ({ action: 'held' as const, told: persistMessages([message]) })),
    });
    return true;
  });
  if (isHeld) countRun('hold');
}

/**
 * What the rules for articles that are finished, or have failed, say: where it goes instead, and what changes
 * with that.
 */
export async function rulesAfterVoicing(
  sql: Sql,
  article: RunningArticle,
  status: 'ready' | 'errored',
): Promise<RuleChanges> {
  return changesBy(article, await ruleOutcome(sql, article, status));
}

export interface RuleChanges {
  /** The transition that a rule asks for; undefined: none does. */
  end?: 'finish' | 'hold' | 'fail' | 'reject';
  set: ArticleChanges;
  log: LogEntry[];
}

const endings = { ready: 'finish', waiting: 'hold', errored: 'fail', rejected: 'reject' } as const;

function changesBy(article: RunningArticle, { applied, labels, status }: RuleOutcome): RuleChanges {
  const set: ArticleChanges = labels.length > 0 ? { labels: [...article.labels, ...labels] } : {};
  const said = [
    articleLogMessages.ARTICLE_RULES_APPLIED({ rules: applied.join(', ') }),
    ...(labels.length > 0
      ? [articleLogMessages.ARTICLE_LABELLED_BY_RULES({ labels: labels.join(', ') })]
      : []),
    ...(status ? [articleLogMessages.ARTICLE_STATUS_BY_RULES({ status: status.to })] : []),
  ];
  const told = persistMessages(said, said.map(({ message }) => message).join('; '));
  const log = applied.length > 0 ? [{ action: 'rules' as const, told }] : [];
  if (!status || status.to === 'processing') return { set, log };
  const { to, rule, ruleId } = status;
  const why: ArticleChanges =
    to === 'waiting'
      ? holdColumnsOf({ reason: 'rule', rule: { id: ruleId ?? null, name: rule } })
      : {
          error: to === 'ready' ? null : persistMessages([voicingMessages.VOICING_STATUS_BY_RULE({ rule })]),
        };
  return { end: endings[to], set: { ...set, ...why }, log };
}
