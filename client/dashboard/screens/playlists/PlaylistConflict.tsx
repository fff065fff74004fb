import { ConflictDialog, type Choices, type ConflictingChange } from '../../ui/ConflictDialog.tsx';
import { changesSince } from '../../ui/draft-base.ts';
import { conflictWords } from '../../words/conflict-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { cutTitle, titleOf, type ItemFields, type PlaylistFields } from './playlist-fields.ts';

interface PlaylistConflictProps {
  /** As it was when one's own changes began. */
  before: PlaylistFields;
  theirs: PlaylistFields;
  mine: Partial<PlaylistFields>;
  /** Who saved meanwhile; null: nobody knows. */
  by: string | null;
  busy: boolean;
  onKeepMine: (choices: Choices) => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

const labels: Readonly<Record<keyof PlaylistFields, string>> = {
  name: 'Name',
  type: 'Type',
  limitCount: 'Number of articles',
  limitInterval: 'Interval',
  limitSortBy: 'Sorted by',
  limitTimeFrom: 'From',
  limitTimeTo: 'To',
  queryText: 'Words in the title',
  queryDate: 'Dates that were searched for',
  introFile: 'Intro: sound',
  introText: 'Intro: text',
  outroFile: 'Outro: sound',
  outroText: 'Outro: text',
  nextArticleAudioFile: 'Between articles: sound',
  nextArticleText: 'Between articles: text',
  items: 'Articles',
};

const contentOf = (items: readonly ItemFields[]): string =>
  JSON.stringify(items.map(({ article, customTitle, customText, customFile }) => [article, customTitle, customText, customFile]));

/** Somebody else saved meanwhile: says what that changed, and lets the later one choose. */
export function PlaylistConflict({ before, theirs, mine, ...dialog }: PlaylistConflictProps) {
  const w = useWords(conflictWords);
  const changes = changesSince({ revision: 0, values: before }, theirs, mine)
    .filter(({ name }) => name !== 'items' || contentOf(before.items) !== contentOf(theirs.items))
    .map(({ name, ...change }): ConflictingChange => {
      const label = labels[name as keyof PlaylistFields];
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
        theirs: <List title="Their articles" items={theirs.items} />,
        ...(mine.items && { mine: <List title="Your articles" items={mine.items} /> }),
      };
    });
  return <ConflictDialog title={w.title('playlist')} changes={changes} {...dialog} />;
}

const inWords = (value: unknown): string => String(value || 'none');

function List({ title, items }: { title: string; items: readonly ItemFields[] }) {
  if (items.length === 0) return <>None</>;
  return (
    <ol aria-label={title}>
      {items.map((item) => (
        <li key={item.key}>{cutTitle(titleOf(item))}</li>
      ))}
    </ol>
  );
}
