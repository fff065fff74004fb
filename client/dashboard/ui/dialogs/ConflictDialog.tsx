import { Button } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { conflictWords } from '../../generated/words/conflict.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ConflictDialog.module.css';
import { Dialog } from './Dialog.tsx';

type Version = 'mine' | 'theirs' | 'merged';

/** What is saved of each field that both changed. */
export type Choices = Readonly<Record<string, Version>>;

/** Field that another member changed since the user's own changes began, in words. */
export interface ConflictingChange {
  /** What `Choices` calls it. */
  name: string;
  label: string;
  /** Absent: the others show it, as differences do. */
  before?: ReactNode;
  theirs: ReactNode;
  /** Absent: it is not changed here. */
  mine?: ReactNode;
  /** Both changes, where they fit together; chosen at first. */
  merged?: ReactNode;
}

interface ConflictDialogProps {
  /** What was changed, as a sentence begins: see `conflictWords.title`. */
  title: string;
  changes: readonly ConflictingChange[];
  /** Who saved in the meantime; null: unknown. */
  by: string | null;
  busy: boolean;
  onKeepMine: (choices: Choices) => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

const isShared = (change: ConflictingChange): boolean => change.mine !== undefined;
const atFirst = (change: ConflictingChange): Version => (change.merged === undefined ? 'mine' : 'merged');

/** Shows what another member saved in the meantime, and lets the later editor choose, field by field. */
export function ConflictDialog({
  title,
  changes,
  by,
  busy,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) {
  const w = useWords(conflictWords);
  const [chosen, setChosen] = useState<Choices>({});
  const shared = changes.filter(isShared);
  const choices = Object.fromEntries(
    shared.map((change) => [change.name, chosen[change.name] ?? atFirst(change)]),
  );
  return (
    <Dialog
      title={title}
      opened
      className={styles.wide}
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" onClick={onClose}>
            {w.goOn}
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            {w.takeTheirs}
          </Button>
          <Button loading={busy} onClick={() => onKeepMine(choices)}>
            {Object.values(choices).every((version) => version === 'mine') ? w.keepMine : w.keepChosen}
          </Button>
        </>
      }
    >
      <p>
        {w.saved({ who: by ?? w.someone })}{' '}
        {changes.length === 0 ? w.nothing : shared.length > 0 ? w.choose : w.adds}
      </p>
      {changes.length > 0 && (
        <Changes
          changes={changes}
          choices={choices}
          onChoose={(name, version) => setChosen({ ...chosen, [name]: version })}
        />
      )}
    </Dialog>
  );
}

interface ChangesProps {
  changes: readonly ConflictingChange[];
  choices: Choices;
  onChoose: (name: string, version: Version) => void;
}

/** The versions of each field side by side; of those that both changed, one is chosen. */
function Changes({ changes, choices, onChoose }: ChangesProps) {
  const w = useWords(conflictWords);
  const id = useId();
  const columns = (['before', 'theirs', 'mine', 'merged'] as const).filter(
    (column) =>
      column === 'theirs' || column === 'mine' || changes.some((change) => change[column] !== undefined),
  );
  const cell = (change: ConflictingChange, column: (typeof columns)[number]): ReactNode => {
    const value = change[column];
    if (value === undefined) return column === 'mine' ? w.notChanged : null;
    if (column === 'before' || !isShared(change)) return value;
    return (
      <label className={styles.choice}>
        <input
          type="radio"
          name={`${id}${change.name}`}
          aria-label={w.choiceOf({ label: change.label, version: w[column] })}
          checked={choices[change.name] === column}
          onChange={() => onChoose(change.name, column)}
        />
        <div>{value}</div>
      </label>
    );
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">{w.setting}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {w[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.name}>
              <th scope="row">{change.label}</th>
              {columns.map((column) => (
                <td key={column} data-column={w[column]}>
                  {cell(change, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the fields for which the other version is chosen. */
export const fieldsOfTheirs = (choices: Choices): string[] =>
  Object.keys(choices).filter((name) => choices[name] === 'theirs');
