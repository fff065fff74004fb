// The name is the specification's, its spelling included.
const name = 't_hightlight';
const year = 31_536_000;

/** Whether words are highlighted while they are spoken: only then their timings are fetched. */
export function highlightEnabled(): boolean {
  return document.cookie.split('; ').includes(`${name}=enable`);
}

export function setHighlightEnabled(enabled: boolean): void {
  document.cookie = enabled ? `${name}=enable; path=/; max-age=${year}; samesite=lax` : `${name}=; path=/; max-age=0`;
}
