import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The buttons, in a row at the end. */
  actions: ReactNode;
  /** It must be answered by one of its buttons. */
  insist?: boolean;
}

/** A modal dialog on the browser's own element, which keeps the focus and makes the rest inert. */
export function Dialog({ title, opened, onClose, children, actions, insist = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (opened && !dialog.open) dialog.showModal();
    if (!opened && dialog.open) dialog.close();
  }, [opened]);
  if (!opened) return null;
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        if (insist) event.preventDefault();
      }}
      onClose={onClose}
      onClick={(event) => {
        if (!insist && event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div className={styles.content}>
        <h2 id={id}>{title}</h2>
        <div className={styles.body}>{children}</div>
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  );
}
