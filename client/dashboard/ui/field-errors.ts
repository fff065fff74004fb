/** What is wrong, by field; a part of a field by its path, such as `extractorRules.0.selector`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Whether an error's path is that field or leads into it. */
export function isOf(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

/** The errors without those of the fields that were edited. */
export function withoutFields(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !fields.some((field) => isOf(path, field))));
}

/** What is wrong with fields that the form does not show: said beside its button, so that nothing fails without a word. */
export function unplacedErrors(errors: FieldErrors, shown: readonly string[]): string[] {
  return Object.entries(errors)
    .filter(([path]) => !shown.some((field) => isOf(path, field)))
    .map(([, message]) => message);
}

/** Opens the folds that hide the first error within an element, and puts the focus on it. */
export function showFirstError(within: HTMLElement): void {
  const first = within.querySelector<HTMLElement>('[aria-invalid="true"], [data-field-error]');
  for (let fold = first?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  const target = first?.matches('fieldset') ? first.querySelector<HTMLElement>('input:not([type="file"]), button') : first;
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}
