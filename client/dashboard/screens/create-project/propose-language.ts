/**
 * The language of the reader's browser if there are voices for it, else American English, else the first;
 * null where there are none.
 */
export function proposeLanguage(
  languages: readonly { readonly language: string }[],
  wanted: readonly string[],
): string | null {
  const base = (tag: string) => tag.split('-')[0]!.toLowerCase();
  const language = [...wanted, 'en-US', 'en']
    .map(
      (tag) =>
        languages.find((one) => one.language.toLowerCase() === tag.toLowerCase()) ??
        languages.find((one) => base(one.language) === base(tag)),
    )
    .find(Boolean);
  return (language ?? languages[0])?.language ?? null;
}
