import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formWords } from '../../generated/words/form.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { LinkButton } from '../LinkButton.tsx';
import { FieldError } from './FieldError.tsx';
import styles from './FormFoot.module.css';

interface FormFootProps {
  /** Why the form was not saved, of fields that it does not show. */
  unplaced: readonly string[];
  /** What saves, and what else is done with the form. */
  buttons: ReactNode;
  /** The path of the project. */
  backTo: string;
  /** Whether it is saved. */
  state: ReactNode;
  /** Of something that there is already. */
  onDelete?: (() => void) | undefined;
  /** On narrow screens it scrolls with the form, which it would cover. */
  scrolls?: boolean;
}

/** The end of a project's form: why it was not saved, and the buttons that save, leave and delete. */
export function FormFoot({ unplaced, buttons, backTo, state, onDelete, scrolls = false }: FormFootProps) {
  const f = useWords(formWords);
  return (
    <>
      {unplaced.length > 0 && (
        <div className={styles.refused}>
          <FieldError>{f.notSaved({ reasons: unplaced.join(' ') })}</FieldError>
        </div>
      )}
      <div className={styles.save} data-static={scrolls || undefined}>
        {buttons}
        <LinkButton variant="subtle" to={backTo}>
          {f.backToProject}
        </LinkButton>
        {state}
        {onDelete && (
          <Button
            className={styles.end!}
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={onDelete}
          >
            {f.delete}
          </Button>
        )}
      </div>
    </>
  );
}
