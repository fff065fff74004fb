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
