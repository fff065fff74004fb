import type { Database } from '../lib/database/db.ts';
import { json } from '../lib/database/sql.ts';
import type { CatalogueStore } from './voice-catalogue.ts';
import { voiceList } from './provider.ts';

/** Keeps the lists of voices in the database, so that every process and the next start know them. */
export function catalogueStore({ prisma, sql }: Database): CatalogueStore {
  return {
    async load() {
      const rows = await prisma.voiceCatalogue.findMany();
      return rows.map((row) => ({
        provider: row.provider,
        voices: voiceList.parse(row.voices),
        refreshedAt: row.refreshedAt,
      }));
    },
    async save({ provider, voices, refreshedAt }) {
      // By hand: Prisma takes no interfaces for JSON.
      const listed = { voices: json(voiceList, voices), refreshedAt };
      await sql
        .insertInto('VoiceCatalogue')
        .values({ provider, ...listed })
        .onConflict((conflict) => conflict.column('provider').doUpdateSet(listed))
        .execute();
    },
  };
}
