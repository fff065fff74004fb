import { expect } from 'vitest';
import type { App } from '../../server/kernel/app.ts';

/** Folders in storage whose files have rows, or what tells of them. */
const folders = ['audio', 'images', 'masters', 'previews', 'playlists', 'segments'];
/** Made when they are needed, and there for ever: there are only so many. */
const builtIn = /^audio\/sound-/;

/** Every file has a row, and every row its file. */
export async function expectFilesToAgree({ db, storage }: Pick<App, 'db' | 'storage'>): Promise<void> {
  const found: string[] = [];
  for (const folder of folders)
    for await (const { key } of storage.list(folder)) if (!builtIn.test(key)) found.push(key);
  const { rows } = await db.pool.query<{ file: string }>(
    `SELECT 'audio/' || "version" || '.mp3' AS file FROM "Audio" UNION SELECT 'audio/' || "teaser" || '.mp3' FROM "Audio" WHERE "teaser" IS NOT NULL
     UNION SELECT 'audio/' || "version" || CASE "format" WHEN 'flash' THEN '-flash.mp3' ELSE '-highres.' || "format" END FROM "Rendition" WHERE "progress" = 100
     UNION SELECT 'audio/' || "key" || '.mp3' FROM "JoinedAudio" WHERE "state" = 'ready'
     UNION SELECT 'audio/' || "file" || '.mp3' FROM "Sound" UNION SELECT 'images/' || "tag" FROM "Image"
     UNION SELECT 'segments/' || "key" || '.mp3' FROM "Segment" WHERE "state" = 'voiced' AND "frames" > 0
     UNION SELECT 'masters/' || "key" FROM "Segment" WHERE "masterFormat" IS NOT NULL`,
  );
  const marks = found.filter((key) => /^(previews|playlists)\//.test(key));
  const marked = marks.map((key) => key.replace(/^[a-z]+\/(.*)\.json$/, 'audio/$1.mp3'));
  const known = new Set([...rows.map(({ file }) => file), ...marks, ...marked]);
  const encoded = (key: string): string => key.replace(/^(segments\/[^-.]+)-[^.]*/, '$1');
  expect(
    found.filter((key) => !known.has(encoded(key))),
    'files without a row',
  ).toEqual([]);
  const there = new Set(found);
  expect(
    [...known].filter((key) => !there.has(key)),
    'rows without their file',
  ).toEqual([]);
}
