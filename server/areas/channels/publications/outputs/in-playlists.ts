import { databaseTime } from '../../../../lib/database/database-clock.ts';
import { instantOf } from '../../../../lib/zoned-time.ts';
import { publicAudioOfItem, isLive } from '../../player/read-config.ts';
import { itemsOf, type Item } from '../../playlists/playlist-items.ts';
import {
  pendingVerdict,
  excludedVerdict,
  notReadyVerdict,
  publishedVerdict,
  type Facts,
  type Verdict,
} from '../publication-facts.ts';
import { publicationMessages as told } from '../messages.ts';
import type { Output, OutputChannel } from './output.ts';

/** A playlist of the project that has the article. */
interface Holding {
  id: number;
  name: string;
  items: Item[];
}

/** A playlist player has the articles of those of its playlists that are live. */
export const inPlaylists: Output<'playlistPlayer'> = async ({ db: { sql } }, facts, channels) => {
  const rows = await sql
    .selectFrom('Playlist as l')
    .select(['l.id', 'l.name'])
    .where('l.projectId', '=', facts.article.projectId)
    .where('l.deletedAt', 'is', null)
    .where('l.id', 'in', ({ selectFrom }) =>
      selectFrom('PlaylistItem').select('playlistId').where('articleId', '=', facts.article.id),
    )
    .execute();
  const items = await itemsOf(
    sql,
    rows.map(({ id }) => id),
    facts.article.id,
  );
  const holding = new Map(
    rows.map((row) => [row.id, { ...row, items: items.filter(({ playlistId }) => playlistId === row.id) }]),
  );
  return channels.map((channel) => verdictOf(facts, channel, holding));
};

function verdictOf(
  facts: Facts,
  { settings }: OutputChannel<'playlistPlayer'>,
  holding: ReadonlyMap<number, Holding>,
): Verdict {
  const { project } = facts;
  const live = isLive({ settings, project }).flatMap((id) => holding.get(id) ?? []);
  for (const { name, items } of live)
    for (const { file, ...item } of items) {
      const heard = file === null ? null : publicAudioOfItem(project, { ...item, file });
      if (heard)
        return publishedVerdict(told.PUBLICATION_IN_PLAYLIST({ playlist: name }), {
          isTeaser: heard.isTeaser,
        });
    }
  if (live.length > 0)
    return live.some(({ items }) => items.some(({ file }) => file !== null))
      ? excludedVerdict(told.PUBLICATION_FOR_SUBSCRIBERS())
      : notReadyVerdict(facts);
  const named = settings.playlists.filter(({ id }) => holding.has(id));
  if (named.length === 0) return excludedVerdict(told.PUBLICATION_IN_NO_PLAYLIST());
  const now = databaseTime();
  const later = named.find(
    ({ goesLiveAt }) => goesLiveAt !== null && instantOf(goesLiveAt, project.timezone) > now,
  );
  const nameOf = ({ id }: { id: number }): string => holding.get(id)!.name;
  return later
    ? pendingVerdict(told.PUBLICATION_PLAYLIST_LATER({ playlist: nameOf(later) }))
    : excludedVerdict(told.PUBLICATION_PLAYLIST_OFFLINE({ playlist: nameOf(named[0]!) }));
}
