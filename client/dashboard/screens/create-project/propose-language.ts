interface Language {
  readonly id: string;
  readonly providers: readonly { readonly voices: readonly { readonly name: string; readonly favorite: boolean }[] }[];
}

/** The language of the reader's browser if there are voices for it, else American English, else the first; with its first voice. */
export function proposeLanguage(
  languages: readonly Language[],
  wanted: readonly string[],
): { voiceLanguage: string | null; voiceName: string | null } {
  const base = (tag: string) => tag.split('-')[0]!.toLowerCase();
  const candidates = [...wanted, 'en-US', 'en'];
  const language =
    candidates
      .map(
        (tag) => languages.find(({ id }) => id.toLowerCase() === tag.toLowerCase()) ?? languages.find(({ id }) => base(id) === base(tag)),
      )
      .find(Boolean) ?? languages[0];
  const voices = language?.providers.flatMap((provider) => provider.voices) ?? [];
  return { voiceLanguage: language?.id ?? null, voiceName: (voices.find(({ favorite }) => favorite) ?? voices[0])?.name ?? null };
}
