import { Button } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import { cutTitle, titleOf, type ItemFields, type PlaylistFields } from './playlist-fields.ts';
import styles from './PlaylistForm.module.css';

interface PlaylistConflictProps {
  /** As it was when one's own changes began. */
  before: PlaylistFields;
  theirs: PlaylistFields;
  mine: Partial<PlaylistFields>;
  /** Who saved meanwhile; null: nobody knows. */
  by: string | null;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

const names: Readonly<Record<keyof Omit<PlaylistFields, 'items'>, string>> = {
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
};

const contentOf = (items: readonly ItemFields[]): string =>
  JSON.stringify(items.map(({ article, customTitle, customText, customFile }) => [article, customTitle, customText, customFile]));

/** Somebody else saved meanwhile: says what that changed, and lets the later one choose. */
export function PlaylistConflict({ before, theirs, mine, by, busy, onKeepMine, onTakeTheirs, onClose }: PlaylistConflictProps) {
  const changed = Object.entries(names).filter(
    ([field]) => before[field as keyof PlaylistFields] !== theirs[field as keyof PlaylistFields],
  );
  const otherItems = contentOf(before.items) !== contentOf(theirs.items);
  return (
    <Dialog
      title="This playlist was changed meanwhile"
      opened
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" onClick={onClose}>
            Go on editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Discard my changes
          </Button>
          <Button loading={busy} onClick={onKeepMine}>
            Save my changes
          </Button>
        </>
      }
    >
      <p>
        {by ?? 'Someone else'} has saved it since you began. Nothing of yours is saved yet.{' '}
        {otherItems && mine.items
          ? 'Both of you changed the articles: saving puts your list in place of theirs.'
          : 'Saving keeps their changes and adds yours.'}
      </p>
      <div className={styles.scroll}>
        {changed.length > 0 && (
          <ul>
            {changed.map(([field, label]) => (
              <li key={field}>
                {label}: {String(before[field as 'name'] || 'none')} → {String(theirs[field as 'name'] || 'none')}
              </li>
            ))}
          </ul>
        )}
        {otherItems && (
          <div className={styles.changes}>
            <List title="Their articles" items={theirs.items} />
            {mine.items && <List title="Your articles" items={mine.items} />}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function List({ title, items }: { title: string; items: readonly ItemFields[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ol aria-label={title}>
        {items.map((item) => (
          <li key={item.key}>{cutTitle(titleOf(item))}</li>
        ))}
      </ol>
      {items.length === 0 && <p>None</p>}
    </section>
  );
}
