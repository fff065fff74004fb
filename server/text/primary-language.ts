/** `de` of `de-AT`. */
export const primaryLanguage = (language: string): string => language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
