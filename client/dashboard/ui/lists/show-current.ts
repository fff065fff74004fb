/** Brings the present link of a row that is wider than the screen into its middle. */
export function showCurrent(row: HTMLElement | null): void {
  const link = row?.querySelector<HTMLElement>('[aria-current]');
  if (!row || !link) return;
  const [around, own] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
}
