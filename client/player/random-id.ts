/** 22 signs of [A-Za-z0-9_-]: 128 random bits. */
export const randomId = (page: Window): string =>
  page
    .btoa(String.fromCharCode(...page.crypto.getRandomValues(new Uint8Array(16))))
    .slice(0, 22)
    .replaceAll('+', '-')
    .replaceAll('/', '_');
