import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState, type ComponentType, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { formWords } from '../../generated/words/form.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { DeleteDialogProps } from '../deleted-items/DeleteRestorable.tsx';
import styles from './ProjectList.module.css';

interface ProjectListTableProps {
  columns: readonly string[];
  /** Adds a column for what can be done with a row. */
  canConfigure: boolean;
  /** Arranges the cells of a row on narrow screens. */
  className: string | undefined;
  children: ReactNode;
}

/** The table of a project's things; its rows are made of the cells below. */
export function ProjectListTable({ columns, canConfigure, className, children }: ProjectListTableProps) {
  const f = useWords(formWords);
  return (
    <table className={`${styles.table} ${className}`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          {canConfigure && (
            <th scope="col">
              <span className="visually-hidden">{f.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The name of a row, which leads to its form for those who may change it. */
export function NameCell({ canConfigure, children, ...link }: LinkProps & { canConfigure: boolean }) {
  return (
    <td>
      {canConfigure ? (
        <Link className={styles.name} {...link}>
          {children}
        </Link>
      ) : (
        <span className={styles.name}>{children}</span>
      )}
    </td>
  );
}

interface DeleteCellProps extends Pick<DeleteDialogProps, 'id' | 'name' | 'onDeleted'> {
  dialog: ComponentType<DeleteDialogProps>;
}

/** The button that deletes a row, after its dialog was confirmed. */
export function DeleteCell({ dialog: Dialog, ...item }: DeleteCellProps) {
  const f = useWords(formWords);
  const [deleting, setDeleting] = useState(false);
  return (
    <td>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={f.deleteOf({ name: item.name })}
        onClick={() => setDeleting(true)}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <Dialog {...item} opened={deleting} onClose={() => setDeleting(false)} />
    </td>
  );
}
