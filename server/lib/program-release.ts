import { readFileSync } from 'node:fs';

/** The release of this program, as package.json has it. */
export const release: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
