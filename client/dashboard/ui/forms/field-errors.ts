/** What is wrong, by field; a part of a field by its path, such as `extractorRules.0.selector`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Whether an error's path is that field or leads into it. */
export function isFieldPath(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

/** The errors without those of the fields that were edited. */
export function withoutFields(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => !fields.some((field) => isFieldPath(path, field))),
  );
}

/** The errors with the names that a form has for fields. */
export const renameErrors = (errors: FieldErrors, nameOf: (path: string) => string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [nameOf(path), message]));

/**
 * What is wrong with fields that the form does not show: said beside its button, so that nothing fails
 * without a word.
 */
export function unplacedErrors(errors: FieldErrors, shown: readonly string[]): string[] {
  return Object.entries(errors)
    .filter(([path]) => !shown.some((field) => isFieldPath(path, field)))
    .map(([, message]) => message);
}

/** Opens the folds that hide the first error within an element, and puts the focus on it. */
export function showFirstError(within: HTMLElement): void {
  const first = within.querySelector<HTMLElement>('[aria-invalid="true"], [data-field-error]');
  const target = first?.matches('fieldset') ? first.querySelector<HTMLElement>(inputs) : first;
  if (target) reveal(target);
}

const inputs = 'input:not([type="file"]), textarea, button';

/**
 * Opens the folds that hide a field, and puts the focus on what takes its value. @param setting its name, as
 * `data-setting` has it
 */
export function showSetting(within: HTMLElement, setting: string): void {
  const target = within
    .querySelector<HTMLElement>(`[data-setting="${CSS.escape(setting)}"]`)
    ?.querySelector<HTMLElement>(inputs);
  if (target) reveal(target);
}

function reveal(target: HTMLElement): void {
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  target.focus();
  target.scrollIntoView({ block: 'center' });
}
