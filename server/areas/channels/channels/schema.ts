import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { enumName } from '../../../graphql/enum-names.ts';
import { ConflictError, ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { pageCost } from '../../../graphql/connection-by-id.ts';
import { capital, settingFields } from '../../../graphql/expose-settings.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { nullIfNotFound, accessErrors } from '../../../graphql/error-types.ts';
import type { Settings } from '../../../kernel/settings.ts';
import { PlaylistKindType } from '../playlists/types.ts';
import {
  deletedConnection,
  DeletedItemsConnectionType,
  DeletedItemType,
} from '../../access/deleted-items/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import {
  createChannel,
  deleteChannel,
  listChannels,
  readChannel,
  readChannels,
  updateChannel,
} from './channels.ts';
import { channelKinds, kindOf, type ChannelType } from './kinds/registry.ts';
import type { Category } from './kinds/kind.ts';
import { channelPrerequisites } from './prerequisites.ts';
import { playlistsNamed, type ChannelPlaylist } from './channel-playlists.ts';
import { soundsOfProjects, type ChannelSound } from './channel-sounds.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import {
  ChannelObjectType,
  ChannelPrerequisitesType,
  ChannelSettingsInputType,
  ChannelTypeType,
  settingsTypeOf,
  withSettings,
} from './types.ts';
import { nameOfChannel, settingsIn } from './channel-settings.ts';
import { listDeletedChannels, restoreChannel } from './restore-channel.ts';
import { watchChannels, type ChannelEvent } from './watch-channels.ts';

/** The settings of a channel, with the kind that they are of. */
type TypedSettings = { type: ChannelType } & Readonly<Record<string, unknown>>;

const ChannelSettingsType = builder
  .interfaceRef<TypedSettings>('ChannelSettings')
  .implement({
    description: 'Settings of a channel. Each channel type has its own type, with its settings by name.',
    fields: (t) => ({
      type: t.field({
        type: ChannelTypeType,
        description: 'Type of the channel.',
        resolve: ({ type }) => type,
      }),
    }),
    resolveType: ({ type }) => settingsTypeOf(type),
  });

for (const { type, settings } of channelKinds)
  builder.objectRef<TypedSettings>(settingsTypeOf(type)).implement({
    description: `Settings of a channel of type \`${enumName(type)}\`.`,
    interfaces: [ChannelSettingsType],
    // Fields derived from declarations have no static types.
    fields: (t) => settingFields(t, settings.settings as Settings, capital(type)) as never,
  });

const ChannelSoundType = builder
  .objectRef<ChannelSound>('ChannelSound')
  .implement({
    description: 'A sound that a channel can use.',
    fields: (t) => ({
      label: t.exposeString('label', { description: "Name, unique among the project's sounds." }),
      file: t.exposeString('file', { description: 'Base name of the file, as stored in settings.' }),
      url: t.field({
        type: 'URL',
        description: 'URL of the MP3 file.',
        resolve: ({ path }, _, { app }) => `${app.config.publicUrl}${path}`,
      }),
    }),
  });

const ChannelPlaylistType = builder
  .objectRef<ChannelPlaylist>('ChannelPlaylist')
  .implement({
    description: 'A playlist that a channel publishes.',
    fields: (t) => ({
      databaseId: t.exposeInt('id', { description: 'Database ID of the playlist, as used in REST.' }),
      name: t.exposeString('name', { description: 'Name of the playlist.' }),
      type: t.expose('type', { type: PlaylistKindType, description: 'How its articles are chosen.' }),
    }),
  });

refetchable(ChannelObjectType, ({ app, actor }, ids, query) => readChannels(app, actor, ids, query));

const byProject = ({ projectId }: { projectId: number }): number => projectId;
const byId = ({ id }: { id: number }): number => id;
const content = { type: true, settings: true } as const;

// Which channel it is.
builder.prismaObjectFields(ChannelObjectType, (t) => ({
  databaseId: t.exposeInt('id', {
    description: 'Database ID of the channel, as used in REST and in public URLs.',
  }),
  type: t.field({
    type: ChannelTypeType,
    description: 'Type of the channel.',
    select: { type: true },
    resolve: ({ type }) => type as ChannelType,
  }),
  slug: t.exposeString('slug', {
    description: 'Identifier of the channel in public URLs. It never changes and is never reused.',
  }),
  name: t.string({
    description: 'Name shown in lists: its title, name or call to action.',
    select: { ...content, project: { select: { name: true } } },
    resolve: ({ type, settings, project }) => nameOfChannel(type, settings) || project.name,
  }),
  url: t.field({
    type: 'URL',
    nullable: true,
    description: "Public URL. Null for players, which are on the publisher's pages.",
    select: { type: true, slug: true },
    resolve: ({ type, slug }, _, { app }) => {
      const path = kindOf(type)?.publicPath?.(slug);
      return path ? `${app.config.publicUrl}${path}` : null;
    },
  }),
  loaderUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the script that embeds the player. Null if the channel is not a player.',
    select: { type: true },
    resolve: ({ type }, _, { app }) =>
      kindOf(type)?.publicPath === null ? `${app.config.publicUrl}/player/loader.js` : null,
  }),
  revision: t.exposeInt('revision', {
    description: 'Number that increases with each change. Send it back when saving to detect conflicts.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  updatedAt: t.expose('modifiedAt', {
    type: 'DateTime',
    description: 'When its settings were last changed.',
  }),
  updatedBy: t.relation('modifier', {
    nullable: true,
    description: 'User who last changed it. Null for an API client or a deleted user.',
  }),
  project: t.relation('project', { description: 'Project of the channel.' }),
}));

const ChannelSightingType = builder
  .objectRef<{ url: string; visitedAt: Date }>('ChannelSighting')
  .implement({
    description: 'A page of the publisher where a player was seen.',
    fields: (t) => ({
      url: t.exposeString('url', {
        description: 'URL of the page, without its fragment and with numeric query parameters only.',
      }),
      visitedAt: t.expose('visitedAt', {
        type: 'DateTime',
        description: 'When a reader visited it, to the minute.',
      }),
    }),
  });

// Where its players are.
builder.prismaObjectFields(ChannelObjectType, (t) => ({
  lastSeen: t.field({
    type: ChannelSightingType,
    nullable: true,
    description:
      'Page where its player last found something to play. Null if none yet, or if it is not a ' + 'player.',
    select: { sighting: true },
    resolve: ({ sighting }) =>
      sighting?.seenUrl && sighting.seenAt ? { url: sighting.seenUrl, visitedAt: sighting.seenAt } : null,
  }),
  lastMissed: t.field({
    type: ChannelSightingType,
    nullable: true,
    description:
      'Page where its player last found nothing to play. Null if none yet, or if it is not a ' + 'player.',
    select: { sighting: true },
    resolve: ({ sighting }) =>
      sighting?.missedUrl && sighting.missedAt
        ? { url: sighting.missedUrl, visitedAt: sighting.missedAt }
        : null,
  }),
}));

// Its settings, and what they name.
builder.prismaObjectFields(ChannelObjectType, (t) => ({
  settings: t.field({
    type: ChannelSettingsType,
    description: 'Settings. Their GraphQL type depends on the type of the channel.',
    select: content,
    resolve: ({ type, settings }) => ({
      type: type as ChannelType,
      ...settingsIn(type as ChannelType, settings),
    }),
  }),
  sounds: t.field({
    type: [ChannelSoundType],
    description: 'Sounds used in its settings.',
    select: { ...content, projectId: true },
    resolve: async ({ type, settings, projectId }, _, context) => {
      const named = new Set<unknown>(Object.values(settingsIn(type as ChannelType, settings)));
      return (await loadBatched(context, soundsOfProjects, byProject, projectId)).filter(({ file }) =>
        named.has(file),
      );
    },
  }),
  playlists: t.field({
    type: [ChannelPlaylistType],
    description:
      'Playlists used in its settings, in order, without deleted ones. Empty for channels of other ' +
      'types than `PLAYLIST_PLAYER`.',
    select: content,
    resolve: async ({ type, settings }, _, context) => {
      if (type !== 'playlistPlayer') return [];
      const chosen = settingsIn('playlistPlayer', settings).playlists;
      return (
        await Promise.all(chosen.map(({ id }) => loadBatched(context, playlistsNamed, byId, id)))
      ).flat();
    },
  }),
}));

const CategoryType = builder
  .objectRef<Category>('ChannelCategory')
  .implement({
    description: 'A category of a directory.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the category.' }),
      subcategories: t.stringList({
        description: 'Subcategories. Only podcast categories have any.',
        resolve: ({ subcategories }) => [...subcategories],
      }),
    }),
  });

ChannelPrerequisitesType.implement({
  description: 'Data for the form of a new channel.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Slug that the channel would get now.' }),
    previewUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the audio of the newest article, for previews. Null if no article is ready.',
      resolve: ({ preview }, _, { app }) =>
        preview && `${app.config.publicUrl}/download/audio/${preview}.mp3`,
    }),
    introSounds: t.field({
      type: [ChannelSoundType],
      description: 'Intro sounds.',
      resolve: ({ introAudio }) => introAudio,
    }),
    outroSounds: t.field({
      type: [ChannelSoundType],
      description: 'Outro sounds.',
      resolve: ({ outroAudio }) => outroAudio,
    }),
    nextNewsSounds: t.field({
      type: [ChannelSoundType],
      description: 'Sounds between two articles.',
      resolve: ({ nextNewsAudio }) => nextNewsAudio,
    }),
    categories: t.field({
      type: [CategoryType],
      description: 'Categories to choose from.',
      resolve: ({ categories }) => [...categories],
    }),
  }),
});

builder.prismaObjectFields(ProjectType, (t) => ({
  channels: t.prismaConnection({
    type: ChannelObjectType,
    cursor: 'id',
    description: 'Channels of the project, oldest first.',
    complexity: pageCost(10),
    resolve: (query, { id }, _, { app }) => listChannels(app, id, query),
  }),
  deletedChannels: t.connection(
    {
      type: DeletedItemType,
      nullable: true,
      description:
        'Deleted channels that can be restored, most recently deleted first. Null if the caller ' +
        "can't restore them.",
      complexity: pageCost(5),
      resolve: ({ id }, args, context) =>
        deletedConnection(args, context, (page) => listDeletedChannels(context.app, context.actor, id, page)),
    },
    DeletedItemsConnectionType,
  ),
  channelPrerequisites: t.field({
    type: ChannelPrerequisitesType,
    description:
      "Data for the form of a new channel. Requires permission to change the project's settings, " +
      'and the feature of the type.',
    args: { type: t.arg({ type: ChannelTypeType, description: 'Type of the channel.' }) },
    resolve: ({ id }, { type }, { app, actor }) => channelPrerequisites(app, actor, { projectId: id, type }),
  }),
}));

builder.queryField('channel', (t) =>
  t.prismaField({
    type: ChannelObjectType,
    nullable: true,
    description: 'A channel. Null if it does not exist or the caller cannot read its project.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the channel.' }) },
    resolve: (query, _, { id }, { app, actor }) =>
      nullIfNotFound((async () => readChannel(app, actor, databaseId('Channel', id), query))()),
  }),
);

const needs = "Requires permission to change the project's settings, and the feature of its type.";
const project = { type: ProjectType, description: 'The updated project.' } as const;

builder.relayMutationField(
  'createChannel',
  {
    description: 'The new channel.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      slug: t.string({
        required: false,
        description:
          'Identifier in public URLs: letters, digits and hyphens, such as `daily-news`. Defaults to ' +
          "one derived from the project's name.",
      }),
      settings: t.field({ type: ChannelSettingsInputType, description: 'Type and settings.' }),
    }),
  },
  {
    description: `Adds a channel to a project. It is public immediately. ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { slug, settings, ...input } }, { app, actor }) => {
      const id = databaseId('Project', input.project);
      const channel = await withSettings(settings, (given) =>
        createChannel(app, actor, { projectId: id, slug, settings: given }),
      );
      return { channel, project: { id } };
    },
  },
  {
    name: 'CreateChannelSuccess',
    description: 'The channel has been created.',
    outputFields: (t) => ({
      channel: t.expose('channel', { type: ChannelObjectType, description: 'The new channel.' }),
      project: t.expose('project', project),
    }),
  },
);

builder.relayMutationField(
  'updateChannel',
  {
    description: 'Changes to a channel. Omitted settings are left unchanged.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the channel.' }),
      revision: t.int({
        required: false,
        description:
          'Revision that the changes are based on. If there is a newer one, the result is a `ConflictError`. Omit it to overwrite.',
      }),
      settings: t.field({
        type: ChannelSettingsInputType,
        description: 'Changed settings, under the type of the channel.',
      }),
    }),
  },
  {
    description: `Updates a channel. ${needs}`,
    errors: { types: [...accessErrors, ValidationError, ConflictError] },
    resolve: async (_, { input: { id, revision, settings } }, { app, actor }) => ({
      channel: await withSettings(settings, (given) =>
        updateChannel(app, actor, { id: databaseId('Channel', id), revision, settings: given }),
      ),
    }),
  },
  {
    name: 'UpdateChannelSuccess',
    description: 'The channel has been updated.',
    outputFields: (t) => ({
      channel: t.expose('channel', { type: ChannelObjectType, description: 'The updated channel.' }),
    }),
  },
);

builder.relayMutationField(
  'deleteChannel',
  {
    description: 'The channel to delete.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the channel.' }) }),
  },
  {
    description:
      'Deletes a channel. Its public URLs then return 410. It can be restored for some days. ' +
      "Requires permission to change the project's settings.",
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Channel', input.id);
      return { id, project: await deleteChannel(app, actor, id) };
    },
  },
  {
    name: 'DeleteChannelSuccess',
    description: 'The channel has been deleted.',
    outputFields: (t) => ({
      deletedId: t.globalID({
        description: 'Global ID of the deleted channel.',
        resolve: ({ id }) => ({ id, type: 'Channel' }),
      }),
      project: t.expose('project', project),
    }),
  },
);

builder.relayMutationField(
  'restoreChannel',
  {
    description: 'The deleted channel.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the channel.' }) }),
  },
  {
    description:
      'Restores a deleted channel as it was, with its old URLs. If it is not deleted, the result ' +
      "is a `ConflictError`. Requires permission to change the project's settings.",
    errors: { types: [...accessErrors, ConflictError, ValidationError] },
    resolve: (_, { input }, { app, actor }) => restoreChannel(app, actor, databaseId('Channel', input.id)),
  },
  {
    name: 'RestoreChannelSuccess',
    description: 'The channel has been restored.',
    outputFields: (t) => ({
      channel: t.expose('channel', { type: ChannelObjectType, description: 'The channel.' }),
      project: t.expose('project', project),
    }),
  },
);

const ChannelEventKindType = builder.enumType('ChannelEventKind', {
  description: 'What happened to a channel.',
  values: {
    created: { description: 'Created or restored.' },
    changed: {
      description:
        'Its settings were changed. Also the kind of the first events, which give the current state.',
    },
    published: { description: 'New content for listeners was published.' },
    deleted: { description: 'Deleted.' },
  } as const,
});

const ChannelEventType = builder
  .objectRef<ChannelEvent>('ChannelEvent')
  .implement({
    description: 'Something that happened to a channel.',
    fields: (t) => ({
      kind: t.expose('kind', { type: ChannelEventKindType, description: 'What happened.' }),
      channelId: t.globalID({
        description: 'ID of the channel.',
        resolve: ({ channelId }) => ({ id: channelId, type: 'Channel' }),
      }),
      channel: t.expose('channel', {
        type: ChannelObjectType,
        nullable: true,
        description: 'Current state of the channel. Null once it is deleted.',
      }),
    }),
  });

builder.subscriptionField('projectChannels', (t) =>
  t.field({
    type: ChannelEventType,
    description:
      "Events of a project's channels: created, changed, deleted, or new content published. Starts " +
      'with the current state.',
    args: { project: t.arg.id({ description: 'Global ID or database ID of the project.' }) },
    subscribe: (_, args, context, info) => {
      const { select } = queryFromInfo({
        context,
        info,
        typeName: 'Channel',
        path: ['channel'],
        select: { id: true },
      });
      return watchChannels(context.app, context.actorNow, databaseId('Project', args.project), { select });
    },
    resolve: (event) => event,
  }),
);
