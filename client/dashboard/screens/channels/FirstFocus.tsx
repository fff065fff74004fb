import { useEffect, type RefObject } from 'react';
import { hasNoFocus } from '../../ui/dialogs/return-focus.ts';

/** Fields that nothing is typed into. */
const notTyped = new Set(['radio', 'checkbox', 'color', 'file', 'hidden']);

/** Focuses the first field of a new form, unless the focus is in the form already. */
export function FirstFocus({ form }: { form: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [];
    const first = [...fields].find(
      (field) => !field.disabled && !field.hasAttribute('aria-haspopup') && !notTyped.has(field.type),
    );
    if (hasNoFocus()) first?.focus({ preventScroll: true });
  }, [form]);
  return null;
}
