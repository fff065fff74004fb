import { fromNow, now, anyOf } from '../../../lib/database/sql.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { messageOf, noticeOf, noticeSchema, type Message } from '../../../lib/declare-messages.ts';
import { modelMessages } from './messages.ts';

/** What a model made of a piece of text. */
export type ModelAnswer =
  | { spoken: string }
  /** The rules step in. `problem` is for editors; `isLasting`: the model would say the same again. */
  | { spoken: null; problem: Message; isLasting: boolean };

/**
 * How long a failure is cached, seconds: plans repeated within that time are the same, and a service that is
 * down is not called for each article.
 */
const failureCounts = { lasting: 7 * 86_400, passing: 600 };

/** What is known of pieces by their keys. What is used is marked as new, at most daily. */
export async function readCachedAnswers(
  sql: Sql,
  keys: readonly string[],
): Promise<Map<string, ModelAnswer>> {
  if (keys.length === 0) return new Map();
  const rows = await sql
    .selectFrom('NormalizedText')
    .select(['key', 'spoken', 'problem', ({ eb }) => eb('usedAt', '<', fromNow(-86_400)).as('isOld')])
    .where('key', '=', anyOf([...keys], 'text'))
    .where((eb) => eb.or([eb('askAgainAt', 'is', null), eb('askAgainAt', '>', now())]))
    .execute();
  const old = rows.filter(({ isOld }) => isOld).map(({ key }) => key);
  if (old.length > 0)
    await sql
      .updateTable('NormalizedText')
      .set({ usedAt: now() })
      // Rows that are locked are being marked, or answered, by another transaction.
      .where('key', 'in', ({ selectFrom }) =>
        selectFrom('NormalizedText')
          .select('key')
          .where('key', '=', anyOf(old, 'text'))
          .forUpdate()
          .skipLocked(),
      )
      .execute();
  return new Map(
    rows.map(({ key, spoken, problem }) => [
      key,
      spoken === null ? { spoken, problem: keptProblem(problem), isLasting: true } : { spoken },
    ]),
  );
}

/**
 * Keeps what was answered, and for a while that nothing usable was. Rows are written in the order of their
 * keys, so that two calls with some of the same keys wait for each other and never deadlock.
 */
export async function cacheAnswers(sql: Sql, answers: ReadonlyMap<string, ModelAnswer>): Promise<void> {
  if (answers.size === 0) return;
  await sql
    .insertInto('NormalizedText')
    .values(
      [...answers]
        .toSorted(byKey)
        .map(([key, answer]) => ({
          key,
          spoken: answer.spoken,
          problem: answer.spoken === null ? JSON.stringify(noticeOf(answer.problem)) : null,
          askAgainAt:
            answer.spoken === null
              ? fromNow(answer.isLasting ? failureCounts.lasting : failureCounts.passing)
              : null,
        })),
    )
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(({ ref }) => ({
          spoken: ref('excluded.spoken'),
          problem: ref('excluded.problem'),
          askAgainAt: ref('excluded.askAgainAt'),
          usedAt: now(),
        }))
        .where('NormalizedText.spoken', 'is', null),
    )
    .execute();
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** A problem as the column has it: a notice as JSON, or of an earlier release its sentence. */
function keptProblem(column: string | null): Message {
  const said = column ?? '';
  if (!said.startsWith('{')) return modelMessages.MODEL_ANSWER_REFUSED({ said });
  const notice = noticeSchema.safeParse(JSON.parse(said)).data;
  return (notice && messageOf(notice)) ?? modelMessages.MODEL_ANSWER_REFUSED({ said });
}
