import { expect } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import type { TestServer } from '../support/server.ts';

const failure =
  '__typename ... on Error { message ... on ValidationError { fieldErrors { field message } } }';
const content =
  'databaseId name type limitCount limitInterval limitSortBy introAudio introAudioName introText revision status error file updatedBy { name } ' +
  'items { articleId title customTitle customText customFile status file durationMs article { databaseId } }';
export const create = `mutation ($input: CreatePlaylistInput!) { createPlaylist(input: $input) { ${failure} ... on CreatePlaylistSuccess { playlist { ${content} } } } }`;
export const update = `mutation ($input: UpdatePlaylistInput!) { updatePlaylist(input: $input) { ${failure} ... on UpdatePlaylistSuccess { playlist { ${content} } } } }`;
export const remove = `mutation ($input: DeletePlaylistInput!) { deletePlaylist(input: $input) { ${failure} ... on DeletePlaylistSuccess { deletedId } } }`;
export const speak = `mutation ($input: ProcessPlaylistAudioInput!) { processPlaylistAudio(input: $input) { ${failure} ... on ProcessPlaylistAudioSuccess { customFile file durationMs } } }`;

/** Titles of a playlist's items, in order. */
export const titles = (playlist: any): string[] => playlist.items.map(({ title }: any) => title);

/**
 * Returns the GraphQL calls on playlists.
 * @param caller a newsroom, and the caller's token
 */
export function playlistCalls(server: TestServer, caller: () => { room: Newsroom; token: string }) {
  async function run(document: string, input: object, own = caller().token): Promise<any> {
    const { data, errors } = await server.graphql(document, { input }, own);
    expect(errors).toBeUndefined();
    return Object.values(data!)[0];
  }

  /** A new playlist of the newsroom's project. */
  const made = async (playlist: object, own = caller().token): Promise<any> => {
    const answer = await run(create, { project: caller().room.project.id, playlist }, own);
    expect(answer).toMatchObject({ __typename: 'CreatePlaylistSuccess' });
    return answer.playlist;
  };
  const read = async (id: number, own = caller().token): Promise<any> =>
    (await server.graphql(`{ playlist(id: ${id}) { ${content} } }`, {}, own)).data!['playlist'];

  /** A ready article. */
  async function ready(title: string, given: object = {}): Promise<{ id: number; file: string }> {
    const { id } = await server.make.article(caller().room.project.id, { title, ...given });
    return { id, file: (await server.make.audio(id)).version };
  }

  return { run, made, read, ready };
}
