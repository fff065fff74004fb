import { useEffect, useState, type RefObject } from 'react';
import { channelsWords } from '../../generated/words/channels.ts';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { ChannelValues } from './channel-kinds.ts';
import { labelOf } from './fields/setting-words.ts';

/** Problems of settings that the form currently hides, so that no save fails without an explanation. */
export function useUnplaced(
  form: RefObject<HTMLElement | null>,
  errors: FieldErrors,
  value: ChannelValues,
): string[] {
  const [unplaced, setUnplaced] = useState<string[]>([]);
  const { of } = useWords(channelsWords).problems;
  useEffect(() => {
    const isShown = (setting: string) =>
      Boolean(form.current?.querySelector(`[data-setting="${CSS.escape(setting)}"]`));
    const hidden = Object.entries(errors).filter(([path]) => !isShown(path.split('.')[0]!));
    const now = hidden.map(([path, message]) =>
      path in value ? of({ label: labelOf(path), problem: message }) : message,
    );
    // The values are a new object on each render; a message stays while its text is the same.
    setUnplaced((before) => (before.join() === now.join() ? before : now));
  }, [form, errors, value, of]);
  return unplaced;
}
