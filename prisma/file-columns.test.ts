import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** What a column names files of, and what keeps such a file while it does. */
const columns = {
  // Keys of rows that represent a file themselves.
  'Audio.version': 'its own file',
  'Audio.teaser': 'its own file',
  'JoinedAudio.key': 'its own file',
  'Segment.key': 'its own file',
  'Sound.file': 'its own file',
  'Image.tag': 'its own file',
  'Rendition.version': 'foreign key',
  'SpeechCheck.version': 'foreign key',
  'Transcript.segmentKey': 'foreign key',
  // Uploaded sounds that are played from now on: SoundUse.
  'AdUnit.file': 'SoundUse',
  'Channel.settings': 'SoundUse',
  'Playlist.introFile': 'SoundUse',
  'Playlist.outroFile': 'SoundUse',
  'Playlist.nextArticleAudioFile': 'SoundUse',
  'PlaylistItem.customFile': 'SoundUse',
  'ProcessingRule.actions': 'SoundUse',
  'Project.paywallAudioSuffix': 'SoundUse',
  // What a version was made of is kept while the version is: sounds/forget-uploads.ts, pipeline/retention.ts.
  'Audio.design': 'clean-up',
  'Audio.invitation': 'clean-up',
  'Chunk.segmentKey': 'clean-up',
  'Project.cover': 'clean-up',
  // Words that were spoken for playlists are kept while one says them: pipeline/retention.ts.
  'Playlist.introSpoken': 'clean-up',
  'Playlist.outroSpoken': 'clean-up',
  'Playlist.nextArticleSpoken': 'clean-up',
  // Joined audio is kept while it is referenced: pipeline/delete-joined-audio.ts.
  'Episode.file': 'clean-up',
  'Episode.joined': 'clean-up',
  'Playlist.joined': 'clean-up',
  // Versions are kept while an article plays or makes them: pipeline/old-versions.ts.
  'Article.audio': 'clean-up',
  'Article.version': 'clean-up',
  // What a file was made of, and need not be there any more.
  'JoinedAudio.parts': 'record',
  'Audio.paywall': 'record',
  'ArticleLog.version': 'record',
  'Chunk.version': 'record',
  'Finding.version': 'record',
  'Review.version': 'record',
  'Charge.segmentKey': 'record',
  'SecondTake.segmentKey': 'record',
  'LedgerEntry.segmentKey': 'record',
  // Files that a clean-up is deleting.
  'FileDeletion.file': 'record',
} as const;

/** Names and descriptions by which a column of text or JSON is one that names a file. */
const tells =
  /file|joined|spoken|suffix|segment|version|teaser|cover|design|\btag\b|[Bb]ase name|[Kk]ey of|address of a sound/i;
/** Columns whose name or comment matches although they don't refer to a file. */
const others = new Set([
  // What a sound is spoken in.
  'Segment.language',
  // Names for people, words, and reasons.
  'Premium.plan',
  'Playlist.introFilename',
  'Playlist.outroFilename',
  'Playlist.nextArticleAudioFileName',
  'Playlist.introText',
  'Playlist.outroText',
  'Playlist.nextArticleText',
  'Playlist.joinedError',
  'Playlist.joinedErrorNotices',
  'Project.teasersError',
  'Project.teasersErrorNotices',
  'Project.audioAdsGoogleTagUrl',
  'Project.audioTagUrl',
  'Source.apiKeyHash',
  'Sound.name',
  'Chunk.text',
  'Chunk.written',
  'Chunk.diff',
  'Episode.period',
  'JoinedAudio.title',
  'JoinedAudio.error',
  'NormalizedText.spoken',
]);

/** Reads each model's columns, with their types and comments. */
async function readColumns(): Promise<Map<string, { type: string; said: string }>> {
  const schema = await readFile(new URL('schema.prisma', import.meta.url), 'utf8');
  const found = new Map<string, { type: string; said: string }>();
  for (const [, model, body] of schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)) {
    let said = '';
    for (const line of body!.split('\n')) {
      const [, comment] = /^\s*\/\/\/ ?(.*)$/.exec(line) ?? [];
      if (comment !== undefined) {
        said += `${comment} `;
        continue;
      }
      const [, name, type] = /^\s*(\w+)\s+(\w+)/.exec(line) ?? [];
      if (name !== undefined) found.set(`${model}.${name}`, { type: type!, said });
      said = '';
    }
  }
  return found;
}

test('every column that refers to a file is listed with what protects the file', async () => {
  const all = await readColumns();
  const naming = [...all].filter(
    ([column, { type, said }]) =>
      (type === 'String' || type === 'Json') && tells.test(`${column.split('.')[1]} ${said}`),
  );
  const unlisted = naming
    .map(([column]) => column)
    .filter((column) => !(column in columns) && !others.has(column));
  expect(unlisted, 'name files, or read so: say in this list what keeps them').toEqual([]);
  expect(
    [...Object.keys(columns), ...others].filter((column) => !all.has(column)),
    'are gone',
  ).toEqual([]);
});

test('SoundUse contains the sounds of exactly the listed columns', async () => {
  const migration = await readFile(
    new URL('migrations/0027_sounds_and_upkeep/migration.sql', import.meta.url),
    'utf8',
  );
  const view = /CREATE VIEW "SoundNamed"[\s\S]*?;/.exec(migration)![0];
  for (const [column, keptBy] of Object.entries(columns)) {
    const [model, name] = column.split('.') as [string, string];
    if (keptBy !== 'SoundUse') continue;
    expect(view, column).toContain(`"${model}"`);
    expect(view, column).toContain(`"${name}"`);
  }
});
