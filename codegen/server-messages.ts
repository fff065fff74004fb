/** Writes what the dashboard knows of the server's messages: their parameters by code, and the English texts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { serverMessages } from '../server/messages.ts';

/** The parameters of a message, each with its type, in the order in which they first stand in it. */
function parametersOf(
  elements: MessageFormatElement[],
  found = new Map<string, string>(),
): Map<string, string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const isNumber = element.type === TYPE.number || element.type === TYPE.plural;
    if (!found.has(element.value)) found.set(element.value, isNumber ? 'number' : 'string');
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) parametersOf(value, found);
  }
  return found;
}

const messages = [...serverMessages].sort(([one], [other]) => (one < other ? -1 : 1));
const types = messages.map(([code, text]) => {
  const parameters = [...parametersOf(parse(text, { ignoreTag: true }))];
  const members = parameters.map(([name, type]) => `${name}: ${type}`).join('; ');
  return `  ${code}: ${members ? `{ ${members} }` : '{}'};\n`;
});
const texts = messages.map(([code, text]) => `  ${code}: ${JSON.stringify(text)},\n`);

const folder = new URL('../client/dashboard/generated/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(
  new URL('server-messages.ts', folder),
  `// Made by codegen/server-messages.ts from the declarations.

/** The parameters of each message of the server. */
export interface ServerMessages {
${types.join('')}}

/** What each says in English, as an ICU message. */
export const serverMessages = {
${texts.join('')}} as const satisfies Record<keyof ServerMessages, string>;
`,
);
