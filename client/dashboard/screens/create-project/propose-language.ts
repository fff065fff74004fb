/**
 * The language of the reader's browser if there are voices for it, else American English, else the first;
 * null where there are none.
 */
export function proposeLanguage(
  languages: readonly { readonly id: string }[],
  wanted: readonly string[],
): string | null {
  const base = (tag: string) => tag.split('-')[0]!.toLowerCase();
  const language = [...wanted, 'en-US', 'en']
    .map(
      (tag) =>
        languages.find(({ id }) => id.toLowerCase() === tag.toLowerCase()) ??
        languages.find(({ id }) => base(id) === base(tag)),
    )
    .find(Boolean);
  return (language ?? languages[0])?.id ?? null;
}
