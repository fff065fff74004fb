import { channelsWords } from '../../generated/words/channels.ts';
import { language } from '../../words/language.ts';
import { dateLocale } from '../../words/formatters.ts';
import { notify } from '../../ui/messages.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { ChannelValues, DeclaredKind } from './channel-kinds.ts';
import type { PublishedPlaylist } from './fields/playlist-choice.ts';

/** What is missing before a channel can be saved at all (specification, section 4); null: nothing. */
export function saveHint({ type }: DeclaredKind, { cta, playlists }: ChannelValues): string | null {
  if (type !== 'PLAYLIST_PLAYER') return null;
  const { hint } = currentWords(channelsWords);
  const chosen = playlists as readonly PublishedPlaylist[];
  const missing = [
    ...(typeof cta === 'string' && cta.trim() ? [] : [hint.cta]),
    ...(chosen.length > 0 ? [] : [hint.playlist]),
    ...(chosen.some(({ goesLiveAt }) => goesLiveAt !== null) ? [] : [hint.goesLive]),
  ];
  if (missing.length === 0) return null;
  return hint.toSave({
    missing: new Intl.ListFormat(dateLocale(language()), { type: 'conjunction' }).format(missing),
  });
}

const hintShown = 4000;

/** Says it to who would save by the key, and sees no button. */
export const showHint = (hint: string): void => notify(hint, hintShown, 'plain');
