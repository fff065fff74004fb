import { graphql } from '../document.ts';
import { channelKinds } from '../generated/channel-kinds.ts';
import { InputError, oneOf, optionalText, read, settingReaders, type Reader } from '../request-input.ts';
import { numberOf } from '../global-id.ts';
import { dateObject } from '../rest-dates.ts';
import { row, type Call, type Failure } from '../row.ts';
import { failureBody } from '../status.ts';

type Type = keyof typeof channelKinds;
const types = Object.keys(channelKinds) as Type[];

/** A channel with its settings (`ChannelSettings` is made of their declarations), for `channelReply`. */
export const channelFields = graphql(`fragment ChannelFields on Channel {
  databaseId type slug name url createdAt modifiedAt: updatedAt sounds { label file } playlists { databaseId name type }
  ...ChannelSettings
}`);

/** Settings as `ChannelSettings` answers them. */
type Answered = Readonly<Record<string, unknown>>;

interface Channel {
  databaseId: number;
  type: string;
  slug: string;
  name: string;
  url: string | null;
  settings: Answered;
  createdAt: string;
  modifiedAt: string;
  sounds: { label: string; file: string }[];
  playlists: { databaseId: number; name: string; type: string }[];
}

/** What is generated of a setting. */
interface Told {
  kind: string;
  /** The name by which `ChannelSettings` answers it, where that is not its own. */
  answeredAs?: string;
  /** Its name in inputs, where that is not its own. */
  as?: string;
  format?: string;
  item?: Readonly<Record<string, Told>>;
}

/** `{date, time}`, or what there is as text. */
const localTime: Reader<string | null> = (value) => {
  if (typeof value !== 'object' || value === null) return optionalText(value);
  const { date, time } = value as { date?: unknown; time?: unknown };
  return date ? `${String(date)}T${String(time || '00:00').slice(0, 5)}` : null;
};

/** How the settings of a kind are read; what a text of `localTime` is comes as date and time. */
function readersOf(settings: Readonly<Record<string, Told>>): Readonly<Record<string, Reader>> {
  const plain = settingReaders(settings);
  return Object.fromEntries(
    Object.entries(settings).map(([name, { format, item }]) => [
      name,
      item
        ? listOf(item)
        : format === 'localTime'
          ? localTime
          : format === 'color'
            ? optionalText
            : plain[name]!,
    ]),
  );
}

const listOf =
  (told: Readonly<Record<string, Told>>): Reader =>
  (value) => {
    if (value === null || value === '') return [];
    if (!Array.isArray(value)) throw new InputError([{ field: '', message: 'This must be a list.' }]);
    return value.map((one) => {
      const items = Object.entries(read(one, readersOf(told)));
      return Object.fromEntries(items.map(([name, item]) => [told[name]?.as ?? name, item]));
    });
  };

const readers = Object.fromEntries(types.map((type) => [type, readersOf(channelKinds[type])])) as Record<
  Type,
  Record<string, Reader>
>;

/** As the specification spells it (document 2, section 3). */
const spelled = 'providerparlanceid';

/** A body's type, and its settings beside it, or below the type as answers have them. */
function settingsOf(sent: unknown): { slug?: string | null; settings: Record<string, unknown> } {
  const { type, slug } = read(sent, { type: oneOf(...types), slug: optionalText });
  if (!type) throw new InputError([{ field: 'type', message: `This must be one of ${types.join(', ')}.` }]);
  const beside = sent as Record<string, unknown>;
  const below = beside[type];
  const body = typeof below === 'object' && below !== null ? { ...below, ...beside } : beside;
  const settings = read(body, readers[type]);
  if ('providerParlanceId' in readers[type]) {
    const { [spelled]: id } = read(body, { [spelled]: readers[type]['providerParlanceId']! });
    if (id !== undefined) settings['providerParlanceId'] = id;
  }
  return { ...(slug && { slug }), settings: { [type]: settings } };
}

/** An error with the field names that older clients have for items of lists. */
const fail = (failure: Failure): unknown =>
  failureBody({
    ...failure,
    fieldErrors: failure.fieldErrors.map((error) => ({ ...error, field: sentField(error.field) })),
  });

function sentField(field: string): string {
  const [list, index, as] = field.split('.');
  for (const settings of Object.values<Readonly<Record<string, Told>>>(channelKinds)) {
    const [own] = Object.entries(settings[list!]?.item ?? {}).find(([, told]) => told.as === as) ?? [];
    if (as !== undefined && own) return [list, index, own].join('.');
  }
  return field;
}

/** A value in the format of older clients: labels of sounds, text for the CSS flag, date and time. */
function answered(name: string, value: unknown, told: Told, sounds: Channel['sounds']): unknown {
  if (name === 'customCssEnabled') return String(value);
  if (told.kind === 'reference') return numberOf(value as string | null);
  if (told.format === 'sound') return sounds.find(({ file }) => file === value)?.label ?? '';
  if (told.format === 'localTime') {
    const [date = null, time = null] = typeof value === 'string' ? value.split('T') : [];
    return { date, time };
  }
  const { item } = told;
  if (!item || !Array.isArray(value)) return value;
  return value.map((one: Answered) => underOwnNames(one, item, sounds));
}

/** Settings in the format of older clients, under their names. */
const underOwnNames = (
  settings: Answered,
  told: Readonly<Record<string, Told>>,
  sounds: Channel['sounds'],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(told).map(([name, one]) => [
      name,
      answered(name, settings[one.answeredAs ?? name], one, sounds),
    ]),
  );

function channelReply(channel: Channel) {
  const { databaseId, type, sounds, createdAt, modifiedAt, slug, name, url } = channel;
  const settings = underOwnNames(channel.settings, channelKinds[type as Type], sounds);
  return {
    id: databaseId,
    type,
    slug,
    name,
    url,
    createdAt: dateObject(createdAt),
    modifiedAt: dateObject(modifiedAt),
    [type]: {
      ...settings,
      ...('providerParlanceId' in settings && { [spelled]: settings['providerParlanceId'] }),
      ...(type === 'playlistPlayer' && { playlists: chosenPlaylists(settings['playlists'], channel) }),
    },
  };
}

/** What is chosen of playlists, with name and type of each; one that was deleted has neither any more. */
const chosenPlaylists = (chosen: unknown, { playlists }: Channel) =>
  (chosen as { id: number }[]).map((one) => {
    const known = playlists.find(({ databaseId }) => databaseId === one.id);
    return { ...one, name: known?.name ?? null, type: known?.type ?? null };
  });

const listed = ({ edges }: { edges: { node: Channel }[] }) => edges.map(({ node }) => channelReply(node));

/** That the path's channel is one of the path's project. */
const belongs = (
  { channel }: { channel?: { project: { databaseId: number } } },
  { params }: Call<'id'>,
): boolean => String(channel?.project.databaseId) === params.id;

const sounds = (given: { label: string; file: string }[]) =>
  Object.fromEntries(given.map(({ label, file }) => [label, file]));

export const channelRows = [
  row({
    method: 'GET',
    path: '/api/projects/{id}/channels',
    document: graphql(
      `query channels($id: ID!) { project(id: $id) { channels(first: 200) { edges { node { ...ChannelFields } } } } }`,
    ),
    variables: ({ params }) => params,
    reply: ({ project }) => ({ result: 'ok', channels: listed(project.channels) }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/channels/precreate',
    description: 'Default values for a new channel of this type: a slug, sounds, categories.',
    document: graphql(`query prepareChannel($id: ID!, $type: ChannelType!) {
      project(id: $id) {
        amazonAccount { name state }
        channelPrerequisites(type: $type) {
          slug preview: previewUrl
          introAudio: introSounds { label file } outroAudio: outroSounds { label file } nextNewsAudio: nextNewsSounds { label file } categories { name subcategories }
        }
      }
    }`),
    variables: ({ params, body }) => {
      const { type } = read(body, { type: oneOf(...types) });
      if (!type)
        throw new InputError([{ field: 'type', message: `This must be one of ${types.join(', ')}.` }]);
      return { ...params, type };
    },
    reply: ({ project: { channelPrerequisites, amazonAccount } }) => {
      const { introAudio, outroAudio, nextNewsAudio, ...rest } = channelPrerequisites;
      return {
        result: 'ok',
        ...rest,
        // An account whose link was withdrawn has to be connected again.
        authenticated: amazonAccount?.state === 'linked' ? amazonAccount.name : null,
        introAudio: sounds(introAudio),
        outroAudio: sounds(outroAudio),
        nextNewsAudio: sounds(nextNewsAudio),
      };
    },
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/channels',
    document: graphql(`mutation createChannel($input: CreateChannelInput!) {
      createChannel(input: $input) {
        __typename ...Failed
        ... on CreateChannelSuccess { project { channels(first: 200) { edges { node { ...ChannelFields } } } } }
      }
    }`),
    variables: ({ params, body }) => ({ input: { project: params.id, ...settingsOf(body) } }),
    fail,
    reply: ({ createChannel }) => ({ result: 'ok', channels: listed(createChannel.project.channels) }),
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/channels/{channelId}',
    document: graphql(
      `query channel($channelId: ID!) { channel(id: $channelId) { ...ChannelFields project { databaseId } } }`,
    ),
    variables: ({ params }) => ({ channelId: params.channelId }),
    belongs,
    reply: ({ channel }) => ({ result: 'ok', channels: [channelReply(channel)] }),
  }),
  row({
    method: 'PUT',
    path: '/api/projects/{id}/channels/{channelId}',
    document: graphql(`
      query channelProject($channelId: ID!) { channel(id: $channelId) { project { databaseId } } }
      mutation updateChannel($input: UpdateChannelInput!) {
        updateChannel(input: $input) {
          __typename ...Failed
          ... on UpdateChannelSuccess { channel { project { channels(first: 200) { edges { node { ...ChannelFields } } } } } }
        }
      }`),
    belongs,
    variables: ({ params, body }) => {
      const { slug: _, ...changes } = settingsOf(body);
      return { channelId: params.channelId, input: { id: params.channelId, ...changes } };
    },
    fail,
    reply: ({ updateChannel }) => ({
      result: 'ok',
      channels: listed(updateChannel.channel.project.channels),
    }),
  }),
  row({
    method: 'DELETE',
    path: '/api/projects/{id}/channels/{channelId}',
    document: graphql(`
      query channelProject($channelId: ID!) { channel(id: $channelId) { project { databaseId } } }
      mutation deleteChannel($input: DeleteChannelInput!) { deleteChannel(input: $input) { __typename ...Failed } }`),
    belongs,
    variables: ({ params }) => ({ channelId: params.channelId, input: { id: params.channelId } }),
  }),
];
