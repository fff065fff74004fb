import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

const preview = `query ($id: ID!, $settings: ChannelSettingsInput!) {
  project(id: $id) {
    playerPreview(settings: $settings) { look { version color cta bordered } items { title audio } }
  }
}`;

test('the preview plays the newest article with unsaved settings, with permission to configure', async () => {
  const ask = (token: string) =>
    server.graphql(
      preview,
      {
        id: room.project.id,
        settings: { player: { version: 4, color: '#123456', cta: 'New', action: 'AFTER' } },
      },
      token,
    );
  const { data } = await ask(await server.signIn(room.editor));
  expect((data!['project'] as any).playerPreview).toEqual({
    look: { version: 4, color: '#123456', cta: 'New', bordered: true },
    items: [
      {
        title: room.article.title,
        audio: `${server.app.config.publicUrl}/download/audio/${room.audio.version}.mp3`,
      },
    ],
  });
  expect((await ask(await server.signIn(room.viewer))).errors).toBeDefined();
});

test('the preview of a playlist player plays its playlists before they go live, and no others', async () => {
  const foreign = await server.app.db.prisma.playlist.create({
    data: { projectId: (await server.make.project()).id, name: 'Foreign' },
  });
  const playlists = [room.playlist.id, foreign.id].map((id) => ({
    playlist: String(id),
    goesLiveAt: null,
    publishedUntil: null,
  }));
  const { data } = await server.graphql(
    preview,
    { id: room.project.id, settings: { playlistPlayer: { cta: 'Listen', playlists } } },
    await server.signIn(room.editor),
  );
  expect((data!['project'] as any).playerPreview).toMatchObject({
    look: { cta: 'Listen', version: 3 },
    items: [{ title: room.article.title }],
  });
});
