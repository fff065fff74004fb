const prefix = 'setting-';

/** The id of a setting's field: as the hash of the settings' address it leads there. */
export const fieldId = (setting: string): string => `${prefix}${setting}`;

/** The setting that the hash of an address leads to; null: it leads to a section, or nowhere. */
export const settingIn = (hash: string): string | null =>
  hash.startsWith(`#${prefix}`) ? hash.slice(prefix.length + 1) : null;

/** Opens a section, goes there and puts the focus on its title; nothing where there is no such section. */
export function revealSection(id: string): void {
  const section = id && document.getElementById(id);
  if (!section) return;
  if (section instanceof HTMLDetailsElement) section.open = true;
  section.scrollIntoView({ block: 'start' });
  section.querySelector<HTMLElement>('summary, h2')?.focus({ preventScroll: true });
}

/** Opens what hides a field, and puts the focus on it. @param id the field's */
export function revealField(id: string): void {
  const field = document.getElementById(id);
  const section = field?.closest('details');
  if (section) section.open = true;
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
