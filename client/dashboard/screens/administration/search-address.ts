/** The most that may be searched for, as the server has it. */
export const searchMax = 200;

/** What is searched for, in a list's address. */
export const searchIn = (parameters: URLSearchParams): string =>
  (parameters.get('q') ?? '').slice(0, searchMax);
