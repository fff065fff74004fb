import { builder } from '../../../graphql/builder.ts';
import { ChannelSettingsInputType, withSettings } from '../channels/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import type { PlayerItem } from './config-schema.ts';
import { previewPlayer, type PlayerPreview } from './preview-player.ts';

const LookType = builder
  .objectRef<PlayerPreview['channel']>('PlayerLook')
  .implement({
    description: 'Appearance of a player.',
    fields: (t) => ({
      version: t.exposeInt('version', { description: 'Version of the player.' }),
      cta: t.exposeString('cta', { description: 'Call to action: text that invites people to listen.' }),
      color: t.exposeString('color', { description: 'Color of the player.' }),
      bordered: t.exposeBoolean('bordered', { description: 'Whether the player has a border.' }),
      background: t.exposeString('background', { description: 'Background of the player.' }),
      scheme: t.exposeString('scheme', {
        description: 'Color scheme: `light`, `dark`, or `auto` to match the page.',
      }),
      texts: t.expose('texts', { type: TextsType, description: 'Texts of version 4.' }),
      customCss: t.exposeString('customCss', {
        nullable: true,
        description: 'CSS for the player. Null unless it is enabled.',
      }),
      disableAutoload: t.exposeBoolean('disableAutoload', {
        description: 'Whether the player loads only when the page calls for it.',
      }),
      opened: t.exposeBoolean('opened', { description: 'Whether the list of articles is initially open.' }),
      features: t.exposeStringList('features', {
        description: 'Features that are on, by the names of their settings.',
      }),
    }),
  });

const TextsType = builder
  .objectRef<PlayerPreview['channel']['texts']>('PlayerTexts')
  .implement({
    description: "Texts of a version 4 player. Empty ones default to the player's language.",
    fields: (t) => ({
      playButton: t.exposeString('playButton', { description: 'Label of the play button.' }),
      pauseButton: t.exposeString('pauseButton', { description: 'Label of the pause button.' }),
      speedSettingsTitle: t.exposeString('speedSettingsTitle', {
        description: 'Title of the speed settings.',
      }),
      speedSettingsBackButton: t.exposeString('speedSettingsBackButton', {
        description: 'Label of the button that closes the speed settings.',
      }),
    }),
  });

const SoundsType = builder
  .objectRef<PlayerPreview['sounds']>('PlayerSounds')
  .implement({
    description: 'Sounds of a playlist player, as MP3 files.',
    fields: (t) => ({
      intro: t.expose('intro', { type: 'URL', nullable: true, description: 'Before the first article.' }),
      next: t.expose('next', { type: 'URL', nullable: true, description: 'Between two articles.' }),
      outro: t.expose('outro', { type: 'URL', nullable: true, description: 'After the last article.' }),
    }),
  });

const ItemType = builder
  .objectRef<PlayerItem & { audio: string }>('PlayerItem')
  .implement({
    description: 'An item that a player plays.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'Title of the article.' }),
      url: t.expose('url', {
        type: 'URL',
        nullable: true,
        description: 'URL of the article. Null if it has none.',
      }),
      audio: t.expose('audio', { type: 'URL', description: 'URL of the MP3 file.' }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration of the audio in milliseconds.' }),
      highlight: t.expose('highlight', {
        type: 'URL',
        nullable: true,
        description: 'URL of the words with their timings. Null if none.',
      }),
      transcript: t.expose('transcript', {
        type: 'URL',
        nullable: true,
        description: 'URL of the transcript (WebVTT). Null if none.',
      }),
      image: t.expose('image', {
        type: 'URL',
        nullable: true,
        description: 'URL of its image. Null if none.',
      }),
    }),
  });

const PodcastAppType = builder
  .objectRef<NonNullable<PlayerPreview['podcast']>['apps'][number]>('PlayerPodcastApp')
  .implement({
    description: 'An app that lists the podcast of a project.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the app.' }),
      url: t.expose('url', { type: 'URL', description: 'Page of the podcast there.' }),
    }),
  });

const PodcastType = builder
  .objectRef<NonNullable<PlayerPreview['podcast']>>('PlayerPodcast')
  .implement({
    description: "Links of a player to the project's podcast.",
    fields: (t) => ({
      page: t.expose('page', { type: 'URL', description: 'Page of the podcast, with links for all apps.' }),
      apps: t.expose('apps', { type: [PodcastAppType], description: 'Apps that list it.' }),
    }),
  });

const PreviewType = builder
  .objectRef<PlayerPreview>('PlayerPreview')
  .implement({
    description: 'Appearance and content of a player.',
    fields: (t) => ({
      look: t.expose('channel', { type: LookType, description: 'Appearance of the player.' }),
      language: t.exposeString('language', {
        description: 'Language of its texts for listeners (BCP 47): that of the voice, or English.',
      }),
      words: t.expose('words', { type: 'JSON', description: 'Its texts for listeners, by their names.' }),
      publisher: t.exposeString('publisher', { description: 'Name of the project.' }),
      podcast: t.expose('podcast', {
        type: PodcastType,
        nullable: true,
        description: "The project's podcast. Null if it has none, or if the player does not link to it.",
      }),
      sounds: t.expose('sounds', { type: SoundsType, description: 'Intro, next and outro sounds.' }),
      items: t.field({
        type: [ItemType],
        description: 'Items that it plays, in order. Empty if nothing is ready.',
        resolve: ({ items }) =>
          items.flatMap(({ audio, ...item }) => (audio === null ? [] : [{ ...item, audio }])),
      }),
    }),
  });

builder.prismaObjectField(ProjectType, 'playerPreview', (t) =>
  t.field({
    type: PreviewType,
    description:
      'Preview of a player with the given settings: a web player with the newest article that is ' +
      'ready, a playlist player with its playlists, regardless of when they go live. Settings need ' +
      "not be saved; defaults replace invalid ones. Requires permission to change the project's " +
      'settings.',
    args: {
      settings: t.arg({
        type: ChannelSettingsInputType,
        description:
          'Settings of the player: `player` or `playlistPlayer`. Omitted settings use their defaults.',
      }),
    },
    resolve: ({ id }, { settings }, { app, actor }) =>
      withSettings(settings, (given) => previewPlayer(app, actor, { projectId: id, settings: given })),
  }),
);
