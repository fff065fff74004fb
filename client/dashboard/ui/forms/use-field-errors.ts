import { useCallback, useEffect, useState, type RefObject } from 'react';
import { showFirstError, withoutFields, type FieldErrors } from './field-errors.ts';

/**
 * The errors of a form: `refuse` shows them, opens what hides the first one and focuses it; an edited field's
 * go away with `clear`.
 */
export function useFieldErrors(form: RefObject<HTMLElement | null>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0 && form.current) showFirstError(form.current);
  }, [refusals, form]);
  const refuse = useCallback((refused: FieldErrors) => {
    setErrors(refused);
    setRefusals((count) => count + 1);
  }, []);
  const clear = useCallback(
    (...fields: string[]) => setErrors((before) => withoutFields(before, fields)),
    [],
  );
  return { errors, refuse, clear };
}
