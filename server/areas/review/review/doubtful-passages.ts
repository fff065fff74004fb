import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { quoteWord } from './findings/finding.ts';
import type { FindingKind } from './findings/finders.ts';
import { isOpenFinding } from './store-findings.ts';

/** Project settings for the kinds of findings that put an article on hold before publication. */
export interface HoldSettings {
  holdDoubtful: boolean;
  holdAmbiguous: boolean;
  holdLeftAsWritten: boolean;
  holdMarkup: boolean;
  holdLength: boolean;
  holdOtherScript: boolean;
}

const kindsOf = (of: HoldSettings): FindingKind[] => [
  ...(of.holdAmbiguous ? (['AMBIGUOUS'] as const) : []),
  ...(of.holdLeftAsWritten ? (['LEFT_AS_WRITTEN'] as const) : []),
  ...(of.holdMarkup ? (['MARKUP'] as const) : []),
  ...(of.holdLength ? (['LENGTH'] as const) : []),
  ...(of.holdOtherScript ? (['OTHER_SCRIPT'] as const) : []),
];

/**
 * Returns the first doubtful passage of a version and their number; null if there are none, or if the
 * project does not hold articles for them. Words that were marked as right don't count, nor do those of the
 * version that already plays, because a person released them or the project didn't mind.
 */
export async function doubtfulPassages(
  sql: Sql,
  settings: HoldSettings,
  { projectId, version, playing }: { projectId: number; version: string; playing: string | null },
): Promise<{ passage: string; count: number } | null> {
  const kinds = settings.holdDoubtful ? kindsOf(settings) : [];
  if (kinds.length === 0 || version === playing) return null;
  const found = await sql
    .selectFrom('Finding as f')
    .select(['f.start', 'f.length', 'f.word'])
    .where('f.version', '=', version)
    .where('f.kind', '=', anyOf(kinds, 'text'))
    .where(isOpenFinding(projectId))
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('Finding as before')
            .select('before.version')
            .where('before.version', '=', playing ?? '')
            .where('before.kind', '=', ref('f.kind'))
            .where('before.word', '=', ref('f.word')),
        ),
      ),
    )
    // A word says more than a sentence that takes too long, which it may be the reason for.
    .orderBy(({ ref, eb }) => eb(ref('f.word'), 'is', null))
    .orderBy('f.start')
    .orderBy('f.position')
    .execute();
  const [first] = found;
  if (!first) return null;
  const { text } = await sql
    .selectFrom('Audio')
    .select('text')
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const passage = first.word ?? text.slice(first.start, first.start + first.length);
  return { passage: quoteWord(passage.trim()), count: found.length };
}
