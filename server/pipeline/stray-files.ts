import { sql } from 'kysely';
import { builtInOf } from '../audio/built-in-sounds.ts';
import { wordsFolder } from '../areas/channels/playlists/spoken-words-audio.ts';
import type { App } from '../kernel/app.ts';
import { eachItem, expectAllDone } from '../kernel/each-item.ts';
import { deleteIfOlder } from '../storage/delete-if-older.ts';

const batch = 200;
/**
 * Milliseconds after which a file without a row is one that was left: what is being made may have its file
 * first.
 */
const strayAfter = 86_400_000;
/** Of one folder in one night. */
const straysMax = 10_000;
/** Up to this many strays may outnumber the known files. */
const fewStrays = 100;

/** Most files of a folder belong to nothing that the database knows: more likely it is another one's. */
export class WrongStorageError extends Error {
  override name = 'WrongStorageError';
}

type Folder = 'audio' | 'images' | 'masters' | 'segments';

/** What a file is called by what knows of it. A voiced chunk's sound may be there in several encodings. */
const nameOf: Record<Folder, RegExp> = {
  audio: /^audio\/(.+)\.(?:mp3|wav)$/,
  images: /^images\/(.+)$/,
  masters: /^masters\/([^-.]+)/,
  segments: /^segments\/([^-.]+)/,
};

/**
 * Deletes files that nothing refers to: what a process left that died between a file and its row, or between
 * a row and its files. One that is written again this moment stays.
 * @param forgotten names whose rows have just gone: their files need not be old
 * @returns how many
 * @throws WrongStorageError, when nothing was deleted but those; ItemsFailedError
 */
export async function deleteStrays(
  app: App,
  folder: Folder,
  forgotten: ReadonlySet<string> = new Set(),
): Promise<number> {
  const { storage } = app;
  const oldest = new Date(Date.now() - strayAfter);
  const job = `${folder} files`;
  const key = (file: string): string => file;
  const found: Found = { strays: [], kept: 0, unknown: 0 };
  const ofForgotten = await eachItem(app, {
    job,
    items: filesOfForgotten(app, folder, { forgotten, oldest, found }),
    key,
    work: (file) => storage.delete(file),
  });
  const { strays, kept, unknown } = found;
  if (unknown > Math.max(fewStrays, kept))
    throw new WrongStorageError(
      `Most files in ${folder}/ belong to nothing in this database, so none was deleted. Does it belong to this storage?`,
    );
  const others = await eachItem(app, {
    job,
    items: strays,
    key,
    work: (file) => deleteIfOlder(storage, file, oldest),
  });
  return expectAllDone(ofForgotten) + expectAllDone(others);
}

/** What a look through a folder finds apart from files of forgotten names. */
interface Found {
  strays: string[];
  /** Files that something refers to, or that are too young to tell. */
  kept: number;
  unknown: number;
}

/** Yields the files of forgotten names; of the others it counts what there is. */
async function* filesOfForgotten(
  app: App,
  folder: Folder,
  { forgotten, oldest, found }: { forgotten: ReadonlySet<string>; oldest: Date; found: Found },
): AsyncGenerator<string> {
  let page: [file: string, name: string][] = [];
  async function* sorted(): AsyncGenerator<string> {
    const known = await knownOf[folder](app, [...new Set(page.map(([, name]) => name))]);
    for (const [file, name] of page) {
      if (known.has(name)) found.kept += 1;
      else if (forgotten.has(name)) yield file;
      else {
        found.unknown += 1;
        if (found.strays.length < straysMax) found.strays.push(file);
      }
    }
    page = [];
  }
  for await (const { key: file, modifiedAt } of app.storage.list(folder)) {
    const [, name] = nameOf[folder].exec(file) ?? [];
    if (name === undefined || (modifiedAt >= oldest && !forgotten.has(name))) found.kept += 1;
    else page.push([file, name]);
    if (page.length >= batch) yield* sorted();
  }
  yield* sorted();
}

/** Those of some names that something knows of. */
const knownOf: Record<Folder, (app: App, names: string[]) => Promise<ReadonlySet<string>>> = {
  audio: knownAudio,
  images: async ({ db: { prisma } }, names) => {
    const rows = await prisma.image.findMany({ where: { tag: { in: names } }, select: { tag: true } });
    return new Set(rows.map(({ tag }) => tag));
  },
  masters: knownSegments,
  segments: knownSegments,
};

async function knownSegments({ db: { prisma } }: App, names: string[]): Promise<ReadonlySet<string>> {
  const rows = await prisma.segment.findMany({ where: { key: { in: names } }, select: { key: true } });
  return new Set(rows.map(({ key }) => key));
}

/** Versions, teasers, renditions, joined files, uploaded and built-in sounds, previews, spoken words. */
async function knownAudio({ db, storage }: App, names: string[]): Promise<ReadonlySet<string>> {
  const stored = sql<{ base: string }>`unnest(${names}::text[])`.as<'stored'>(sql`stored(base)`);
  const rows = await db.sql
    .selectFrom(stored)
    .select('stored.base')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('Audio as u').select('u.version').whereRef('u.version', '=', 'stored.base')),
        exists(selectFrom('Audio as u').select('u.version').whereRef('u.teaser', '=', 'stored.base')),
        exists(selectFrom('JoinedAudio as j').select('j.key').whereRef('j.key', '=', 'stored.base')),
        exists(selectFrom('Sound as s').select('s.id').whereRef('s.file', '=', 'stored.base')),
        exists(
          selectFrom('Rendition as r')
            .select('r.version')
            .where('r.version', '=', sql<string>`regexp_replace(stored.base, '-(highres|flash)$', '')`)
            .where(
              'stored.base',
              '=',
              sql<string>`r."version" || CASE r."format" WHEN 'flash' THEN '-flash' ELSE '-highres' END`,
            ),
        ),
      ]),
    )
    .execute();
  const known = new Set(rows.map(({ base }) => base));
  for (const name of names) {
    if (known.has(name)) continue;
    const marks = [`previews/${name}.json`, `${wordsFolder}/${name}.json`];
    const isMarked = (await Promise.all(marks.map((mark) => storage.stat(mark)))).some(Boolean);
    if (isMarked || builtInOf(name)) known.add(name);
  }
  return known;
}
