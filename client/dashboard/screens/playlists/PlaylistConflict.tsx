import { ConflictDialog, type Choices, type ConflictingChange } from '../../ui/dialogs/ConflictDialog.tsx';
import { changesSince } from '../../ui/forms/draft-base.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords, currentWords } from '../../words/word-catalogue.ts';
import { cutTitle, labelKey, titleOf, type ItemFields, type PlaylistFields } from './playlist-fields.ts';

interface PlaylistConflictProps {
  /** As it was when one's own changes began. */
  before: PlaylistFields;
  theirs: PlaylistFields;
  mine: Partial<PlaylistFields>;
  /** Who saved in the meantime; null: unknown. */
  by: string | null;
  busy: boolean;
  onKeepMine: (choices: Choices) => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

const contentOf = (items: readonly ItemFields[]): string =>
  JSON.stringify(
    items.map(({ article, customTitle, customText, customFile }) => [
      article,
      customTitle,
      customText,
      customFile,
    ]),
  );

/** Shows what another member saved in the meantime, and lets the later editor choose. */
export function PlaylistConflict({ before, theirs, mine, ...dialog }: PlaylistConflictProps) {
  const w = useWords(playlistsWords);
  const changes = changesSince({ revision: 0, values: before }, theirs, mine)
    .filter(({ name }) => name !== 'items' || contentOf(before.items) !== contentOf(theirs.items))
    .map(({ name, ...change }): ConflictingChange => {
      const label = w.fields[labelKey(name as keyof PlaylistFields)];
      if (name !== 'items')
        return {
          name,
          label,
          before: inWords(change.before),
          theirs: inWords(change.theirs),
          ...('mine' in change && { mine: inWords(change.mine) }),
        };
      return {
        name,
        label,
        theirs: <List title={w.conflict.theirs} items={theirs.items} />,
        ...(mine.items && { mine: <List title={w.conflict.mine} items={mine.items} /> }),
      };
    });
  return <ConflictDialog title={w.conflict.title} changes={changes} {...dialog} />;
}

const inWords = (value: unknown): string => String(value || currentWords(playlistsWords).conflict.none);

function List({ title, items }: { title: string; items: readonly ItemFields[] }) {
  if (items.length === 0) return <>{currentWords(playlistsWords).conflict.noArticles}</>;
  return (
    <ol aria-label={title}>
      {items.map((item) => (
        <li key={item.key}>{cutTitle(titleOf(item))}</li>
      ))}
    </ol>
  );
}
