import { expect } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import type { TestServer } from '../support/server.ts';

const failure =
  '__typename ... on Error { message ... on ValidationError { fieldErrors { field message } } }';
export const soundFields = 'id name file url durationMs bytes builtIn createdAt';
const uploadSound = `mutation ($file: File!, $project: ID!) { uploadSound(input: { project: $project, file: $file }) { ${failure} ... on UploadSoundSuccess { sound { ${soundFields} } project { sounds { file builtIn } } } } }`;
const deleteSound = `mutation ($input: DeleteSoundInput!) { deleteSound(input: $input) { ${failure} ... on DeleteSoundSuccess { deletedId project { sounds { file builtIn } } } } }`;
export const updateProject = `mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { ${failure} ... on UpdateProjectSuccess { project { paywall { suffix } sounds { file name builtIn } } } } }`;

/**
 * Returns the GraphQL calls on sounds.
 * @param caller a newsroom, and the caller's token
 */
export function soundCalls(server: TestServer, caller: () => { room: Newsroom; token: string }) {
  async function send(
    bytes: Uint8Array,
    name = 'beep.wav',
    own = caller().token,
    project = caller().room.project.id,
  ): Promise<any> {
    const { data, errors } = await server.upload(
      uploadSound,
      { project },
      new File([bytes as BlobPart], name),
      own,
    );
    expect(errors).toBeUndefined();
    return data!['uploadSound'];
  }
  async function run(document: string, input: object, own = caller().token): Promise<any> {
    const { data, errors } = await server.graphql(document, { input }, own);
    expect(errors).toBeUndefined();
    return Object.values(data!)[0];
  }
  const remove = (file: string, own = caller().token): Promise<any> =>
    run(deleteSound, { project: caller().room.project.id, file }, own);
  return { send, run, remove };
}
