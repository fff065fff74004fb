import { Button } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './ConflictDialog.module.css';
import type { Change } from './draft-base.ts';
import { labelOf, valueInWords } from './setting-words.ts';

interface ConflictDialogProps {
  changes: readonly Change[];
  /** Who saved meanwhile; null: nobody knows. */
  by: string | null;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved meanwhile: says what that changed, and lets the later one choose. */
export function ConflictDialog({ changes, by, busy, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const meets = changes.some((change) => 'mine' in change);
  return (
    <Dialog
      title="This channel was changed meanwhile"
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
        {meets ? 'Where both of you changed the same, saving puts yours in place of theirs.' : 'Saving keeps their changes and adds yours.'}
      </p>
      {changes.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">Setting</th>
                <th scope="col">Before</th>
                <th scope="col">Theirs</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ name, before, theirs, ...rest }) => (
                <tr key={name}>
                  <th scope="row">{labelOf(name)}</th>
                  <td>{valueInWords(name, before)}</td>
                  <td>{valueInWords(name, theirs)}</td>
                  <td>{'mine' in rest ? valueInWords(name, rest.mine) : 'not changed'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
