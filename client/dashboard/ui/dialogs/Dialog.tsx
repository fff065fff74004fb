import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { rememberFocus } from './return-focus.ts';
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
  /** What has the focus again afterwards; else what had it before. */
  trigger?: RefObject<HTMLElement | null> | undefined;
  /** Where it needs more room than a question does. */
  className?: string | undefined;
}

/** A modal dialog on the browser's own element, which keeps the focus and makes the rest inert. */
export function Dialog({
  title,
  opened,
  onClose,
  children,
  actions,
  insist = false,
  trigger,
  className = '',
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!opened || !dialog) return;
    const goBack = rememberFocus(trigger?.current ?? undefined);
    if (!dialog.open) dialog.showModal();
    // The object of the dialog may be removed together with it.
    return () => queueMicrotask(goBack);
  }, [opened, trigger]);
  if (!opened) return null;
  return (
    // A click beside it closes it; by keyboard Escape does, which the browser hears.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={`${styles.dialog} ${className}`}
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
