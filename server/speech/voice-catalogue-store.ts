import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Database } from '../lib/db.ts';
import type { CatalogueStore } from './voice-catalogue.ts';
import type { Voice } from './provider.ts';

/** Keeps the lists of voices in the database, so that every process and the next start know them. */
export function catalogueStore({ prisma }: Database): CatalogueStore {
  return {
    async load() {
      const rows = await prisma.voiceCatalogue.findMany();
      return rows.map((row) => ({ provider: row.provider, voices: row.voices as unknown as Voice[], refreshedAt: row.refreshedAt }));
    },
    async save({ provider, voices, refreshedAt }) {
      const listed = { voices: voices as unknown as Prisma.InputJsonValue, refreshedAt };
      await prisma.voiceCatalogue.upsert({ where: { provider }, create: { provider, ...listed }, update: listed });
    },
  };
}
