import { useState } from 'react';
import { withoutFields, type FieldErrors } from '../../ui/forms/field-errors.ts';

/** Errors of a form whose fields keep their own values; typing into a field clears its error. */
export function useFormFields() {
  const [errors, setErrors] = useState<FieldErrors>({});
  const field = (name: string) => ({
    name,
    size: 'md' as const,
    required: true,
    withAsterisk: false,
    error: errors[name],
    onChange: () => setErrors((before) => withoutFields(before, [name])),
  });
  return { field, setErrors };
}
