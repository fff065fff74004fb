/**
 * Returns the pages to offer: the first, the last, and the current one with its neighbors; 'gap' marks
 * omitted ones.
 */
export function pageWindow(current: number, total: number): (number | 'gap')[] {
  const offered = [...new Set([1, current - 1, current, current + 1, total])]
    .filter((page) => page >= 1 && page <= total)
    .sort((a, b) => a - b);
  const pages: (number | 'gap')[] = [];
  for (const page of offered) {
    const last = pages.at(-1);
    if (typeof last === 'number' && page - last === 2) pages.push(last + 1);
    else if (typeof last === 'number' && page - last > 2) pages.push('gap');
    pages.push(page);
  }
  return pages;
}
