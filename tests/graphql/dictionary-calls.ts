import { beforeEach, expect } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

/** A newsroom for each test, and what its editor asks of the dictionary of its project. */
export function useDictionary() {
  const server = useServer();
  const stage = {} as { room: Newsroom; editor: string; admin: string };
  beforeEach(async () => {
    stage.room = await server.make.newsroom();
    stage.editor = await server.signIn(stage.room.editor);
    stage.admin = await server.signIn(stage.room.admin);
  });

  const errorFields =
    '__typename ... on Error { message code } ... on ValidationError { fieldErrors { field code message } }';

  /** What a mutation answers. */
  async function change(name: string, input: object, selection: string, token = stage.editor): Promise<any> {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}`;
    const { data, errors } = await server.graphql(
      `mutation($input: ${type}Input!) { ${name}(input: $input) { ${errorFields} ... on ${type}Success { ${selection} } } }`,
      { input },
      token,
    );
    expect(errors).toBeUndefined();
    return data![name];
  }

  async function ask(document: string, token = stage.editor): Promise<any> {
    const { data, errors } = await server.graphql(document, {}, token);
    expect(errors).toBeUndefined();
    return data;
  }

  async function upload(
    format: 'CSV' | 'PLS',
    text: string | Uint8Array<ArrayBuffer>,
    name = `words.${format.toLowerCase()}`,
  ): Promise<any> {
    const { data } = await server.upload(
      `mutation($file: File!) { importDictionary(input: { dictionary: "${stage.room.dictionary.id}", format: ${format}, file: $file }) {
        ${errorFields} ... on ImportDictionarySuccess { added changed dictionary { version } } } }`,
      {},
      new File([text], name),
      stage.editor,
    );
    return data!['importDictionary'];
  }

  const add = (...entries: object[]) =>
    change(
      'addDictionaryEntries',
      { dictionary: String(stage.room.dictionary.id), entries },
      'entries { id databaseId source replacement revision }',
    );
  const sourcesOf = async (args = ''): Promise<string[]> =>
    (
      await ask(
        `{ dictionary(id: "${stage.room.dictionary.id}") { entries(first: 50${args}) { edges { node { source } } } } }`,
      )
    ).dictionary.entries.edges.map(({ node }: any) => node.source);
  return { server, stage, ask, change, upload, add, sourcesOf };
}
