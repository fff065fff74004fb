import { lockName } from '../../../lib/database/sql.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { requireAdmin } from '../../access/identity/policy.ts';
import { accessEntry, type EntryRow } from './dictionary-access.ts';
import { insertEntries, requireRoom } from './entries.ts';
import { policy } from './policy.ts';

/** Name of the dictionary that is created for new entries if there is none. */
const globalDictionaryName = 'Global Dictionary';

/**
 * Adds an entry to the oldest global dictionary that applies everywhere, and creates that if there is none:
 * the entry then applies to articles of all organizations. An existing entry with the same source keeps its
 * pronunciation.
 * @returns the entry of the global dictionary
 * @throws NotSignedInError, NotAllowedError for anyone but administrators, NotFoundError, ValidationError on
 * `id`
 */
export async function addToGlobalDictionary(app: App, actor: Actor, id: number): Promise<EntryRow> {
  requireAdmin(actor);
  return app.db.transaction(async (tx) => {
    const { entry } = await accessEntry(tx, actor, id, policy.readDictionary);
    await lockName(tx, 'dictionaries global ');
    const found = await tx
      .selectFrom('Dictionary')
      .select('id')
      .where('level', '=', 'global')
      .where('deletedAt', 'is', null)
      .where('language', 'is', null)
      .where('provider', 'is', null)
      .where('voice', 'is', null)
      .orderBy('id')
      .limit(1)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const { id: dictionaryId } =
      found ??
      (await tx
        .insertInto('Dictionary')
        .values({ level: 'global', name: globalDictionaryName })
        .returning('id')
        .executeTakeFirstOrThrow());
    const known = await tx
      .selectFrom('DictionaryEntry')
      .selectAll()
      .where('dictionaryId', '=', dictionaryId)
      .where('source', '=', entry.source)
      .where('isPattern', '=', entry.isPattern)
      .where('deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (known) return known;
    const { source, replacement, kind, phonemes, wholeWord, matchCase, isPattern, inflected } = entry;
    const draft = { source, replacement, kind, phonemes, wholeWord, matchCase, isPattern, inflected };
    await requireRoom(tx, dictionaryId, [draft], 'id');
    return (await insertEntries(app, tx, actor, dictionaryId, [draft]))[0]!;
  });
}
