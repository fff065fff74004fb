import { beforeEach, describe, expect, test } from 'vitest';
import { channelKinds, kindOf } from '../../server/areas/channels/channels/kinds/registry.ts';
import { publicChannel } from '../../server/areas/channels/channels/public-channel.ts';
import { imageFile } from '../../server/storage/files.ts';
import { choicesInSchema } from '../../codegen/setting-in-schema.ts';
import { enumName } from '../../server/graphql/enum-names.ts';
import type { Setting, Settings } from '../../server/kernel/settings.ts';
import type { Newsroom } from '../support/factories.ts';
import { beep } from '../support/media.ts';
import { globalId } from './calls.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const failure =
  '__typename ... on Error { message ... on ValidationError { fieldErrors { field message } } }';
const settingsOf = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, { item, as = name }]) => (item ? `${as} { ${settingsOf(item.settings)} }` : as))
    .join(' ');
/** A channel, with all settings of one type. */
const fields = (type: string): string =>
  `id databaseId type slug name url revision updatedBy { databaseId } settings { type ... on ${type.charAt(0).toUpperCase()}${type.slice(1)}Settings { ${settingsOf(kindOf(type)!.settings.settings)} } }`;
const documents = {
  create: (type: string) =>
    `mutation ($input: CreateChannelInput!) { createChannel(input: $input) { ${failure} ... on CreateChannelSuccess { channel { ${fields(type)} } } } }`,
  update: (type: string) =>
    `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ${failure} ... on UpdateChannelSuccess { channel { ${fields(type)} } } } }`,
  delete: `mutation ($input: DeleteChannelInput!) { deleteChannel(input: $input) { ${failure} ... on DeleteChannelSuccess { deletedId } } }`,
};

async function run(document: string, input: object, own = token): Promise<any> {
  const { data, errors } = await server.graphql(document, { input }, own);
  expect(errors).toBeUndefined();
  const [result] = Object.values(data!) as any[];
  if (!result.channel) return result;
  const { settings, ...channel } = result.channel;
  const { type, ...values } = settings;
  expect(type).toBe(channel.type);
  return { ...result, channel: { ...channel, values } };
}
const create = (settings: object, more: object = {}, own = token): Promise<any> =>
  run(documents.create(typeIn(settings)), { project: room.project.id, settings, ...more }, own);
const update = (id: number, settings: object, more: object = {}): Promise<any> =>
  run(documents.update(typeIn(settings)), { id, settings, ...more });
const typeIn = (settings: object): string => Object.keys(settings)[0] ?? 'json';

/** The least that each kind takes. */
const least: Record<string, object> = {
  playlistPlayer: { cta: 'Listen' },
  podcast: { title: 'The morning' },
  googleAction: { name: 'The morning' },
  alexaSkill: { name: 'The morning' },
  json: {},
  alexaFB: { title: 'The morning' },
  player: {},
};

describe.each(channelKinds.map((kind) => [kind.type, kind] as const))('%s', (type, kind) => {
  test('is created with defaults, changed, and found by its public URL', async () => {
    const created = await create({ [type]: least[type]! });
    expect(created).toMatchObject({
      __typename: 'CreateChannelSuccess',
      channel: { type: enumName(type), revision: 1 },
    });
    const { databaseId, slug, url, values } = created.channel;
    const declared = Object.entries<Setting>(kind.settings.settings as Settings);
    expect(values).toEqual({
      ...Object.fromEntries(declared.map(([name, setting]) => [name, choicesInSchema(setting).default])),
      ...least[type],
    });
    const stored = {
      ...Object.fromEntries(declared.map(([name, { default: initial }]) => [name, initial])),
      ...least[type],
    };
    expect(url).toBe(kind.publicPath ? `${server.app.config.publicUrl}${kind.publicPath(slug)}` : null);
    for (const address of [slug, String(databaseId)])
      expect(await publicChannel(server.app, type, address)).toMatchObject({
        id: databaseId,
        settings: stored,
      });

    const { [kind.nameSetting]: name } = { [kind.nameSetting]: 'The evening' };
    const changed = await update(databaseId, { [type]: { [kind.nameSetting]: name } }, { revision: 1 });
    expect(changed).toMatchObject({
      channel: { name: 'The evening', revision: 2, values: { ...values, [kind.nameSetting]: name } },
    });
    expect(await update(databaseId, { [type]: changed.channel.values }, { revision: 1 })).toMatchObject({
      channel: { revision: 2 },
    });
  });

  test('requires its feature', async () => {
    await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { features: [] },
    });
    expect(await create({ [type]: least[type]! })).toMatchObject({
      __typename: kind.feature ? 'NotAllowedError' : 'CreateChannelSuccess',
    });
  });

  test('has prerequisites', async () => {
    const { data } = await server.graphql(
      `query ($id: ID!, $type: ChannelType!) { project(id: $id) { channelPrerequisites(type: $type) { slug previewUrl introSounds { label file url } categories { name subcategories } } } }`,
      { id: room.project.id, type: enumName(type) },
      token,
    );
    const { channelPrerequisites } = data!['project'] as any;
    expect(channelPrerequisites.previewUrl).toBe(
      `${server.app.config.publicUrl}/download/audio/${room.audio.version}.mp3`,
    );
    expect(channelPrerequisites.introSounds.length).toBeGreaterThan(2);
    expect(channelPrerequisites.categories.length).toBe(kind.categories.length);
    expect((await create({ [type]: least[type]! }, { slug: channelPrerequisites.slug })).channel.slug).toBe(
      channelPrerequisites.slug,
    );
  });
});

describe('settings', () => {
  test('that are invalid are refused with their names', async () => {
    const refused = async (settings: object): Promise<Record<string, string>> => {
      const answer = await create(settings);
      return Object.fromEntries(
        (answer.fieldErrors ?? []).map(({ field, message }: any) => [field, message]),
      );
    };
    expect(await refused({ podcast: {} })).toEqual({ title: 'This field is required' });
    expect(await refused({})).toEqual({ settings: expect.stringContaining('exactly one') });
    expect(await refused({ json: {}, player: {} })).toEqual({
      settings: expect.stringContaining('exactly one'),
    });
    expect(
      await refused({
        podcast: {
          title: 'A',
          category: 'Nonsense',
          subCategory: 'Books',
          introAudio: 'no sound',
          artwork: 'no image',
        },
      }),
    ).toEqual({
      category: expect.any(String),
      subCategory: expect.any(String),
      introAudio: 'This sound doesn’t belong to the project.',
      artwork: 'This image does not exist.',
    });
    expect(
      await refused({ player: { color: 'javascript:alert(1)', background: 'red', action: 'AFTER' } }),
    ).toEqual({
      color: expect.any(String),
      background: expect.stringContaining('transparent'),
      selector: 'Enter a CSS selector.',
    });
    expect(await refused({ alexaFB: { title: 'A', itemCount: 6 } })).toEqual({
      itemCount: expect.stringContaining('1 to 5'),
    });
  });

  test('of the call to action are cut rather than refused', async () => {
    const { channel } = await create({ player: { cta: 'x'.repeat(300) } });
    expect(channel.values.cta).toBe('x'.repeat(256));
  });

  test('refer to sounds by label or file, and store the file', async () => {
    const file = new File([beep() as BlobPart], 'Jingle.wav');
    const upload = `mutation ($file: File!, $project: ID!) { uploadSound(input: { project: $project, file: $file }) { ... on UploadSoundSuccess { sound { file } } } }`;
    const { data } = await server.upload(upload, { project: room.project.id }, file, token);
    const { sound } = data!['uploadSound'] as any;
    const { channel } = await create({
      podcast: { title: 'A', introAudio: 'Jingle.wav', outroAudio: sound.file },
    });
    expect(channel.values).toMatchObject({ introAudio: sound.file, outroAudio: sound.file });
    const remove = `mutation ($input: DeleteSoundInput!) { deleteSound(input: $input) { ${failure} } }`;
    expect(await run(remove, { project: room.project.id, file: sound.file })).toMatchObject({
      fieldErrors: [{ field: 'file', message: `This sound is used: channel ${channel.slug}.` }],
    });
  });

  test('of version 4 and placements require features, and stay valid without them', async () => {
    const { channel } = await create({ player: { version: 4, action: 'AFTER', selector: 'h1' } });
    await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { features: [] },
    });
    expect(await update(channel.databaseId, { player: { version: 4, cta: 'Other' } })).toMatchObject({
      channel: { values: { version: 4 } },
    });
    expect(await update(channel.databaseId, { player: { selector: 'h2' } })).toMatchObject({
      fieldErrors: [{ field: 'selector' }],
    });
    expect(await create({ player: { version: 4 } })).toMatchObject({ fieldErrors: [{ field: 'version' }] });
  });

  test('of a playlist player refer to playlists of its project, with consecutive times', async () => {
    const { prisma } = server.app.db;
    const own = await prisma.playlist.create({ data: { projectId: room.project.id, name: 'Own' } });
    const foreign = await prisma.playlist.create({
      data: { projectId: (await server.make.project()).id, name: 'Foreign' },
    });
    const wrong = await create({
      playlistPlayer: {
        cta: 'Listen',
        playlists: [
          {
            playlist: globalId('Playlist', own.id),
            goesLiveAt: '2026-03-29T02:30',
            publishedUntil: '2026-03-29T01:00',
          },
          { playlist: String(foreign.id), goesLiveAt: 'soon' },
        ],
      },
    });
    expect(wrong.fieldErrors.map(({ field }: any) => field).sort()).toEqual([
      'playlists.0.publishedUntil',
      'playlists.1.goesLiveAt',
      'playlists.1.playlist',
    ]);
    const right = await create({
      playlistPlayer: {
        cta: 'Listen',
        playlists: [{ playlist: String(own.id), goesLiveAt: '2026-03-29T02:30' }],
      },
    });
    expect(right.channel.values.playlists).toEqual([
      { playlist: globalId('Playlist', own.id), goesLiveAt: '2026-03-29T02:30', publishedUntil: null },
    ]);
  });
});

describe('artwork', () => {
  const png = (width: number, height: number, chunks: Buffer[] = []): Buffer => {
    const chunk = (name: string, data: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(data.length);
      head.write(name, 4, 'latin1');
      return Buffer.concat([head, data, Buffer.alloc(4)]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      ...chunks.map((data) => chunk('acTL', data)),
      chunk('IDAT', Buffer.alloc(4)),
    ]);
  };
  const jpeg = (size: number, components: number): Buffer =>
    Buffer.from([
      0xff,
      0xd8,
      0xff,
      0xc0,
      0,
      8 + 3 * components,
      8,
      size >> 8,
      size & 255,
      size >> 8,
      size & 255,
      components,
      ...Array(3 * components + 4).fill(0),
    ]);

  async function problemOf(
    bytes: Buffer,
    mediaType: string,
    [width, height]: [number, number],
  ): Promise<string | undefined> {
    const tag = Buffer.from(bytes.subarray(16, 26)).toString('hex').padEnd(40, '0') + '';
    await server.app.storage.put(imageFile(tag), bytes);
    await server.app.db.prisma.image.create({ data: { tag, mediaType, width, height, bytes: bytes.length } });
    const { fieldErrors } = await create({ podcast: { title: 'A', artwork: tag } });
    await server.app.db.prisma.image.delete({ where: { tag } });
    return fieldErrors?.[0]?.message;
  }

  test.each([
    ['square', png(1400, 1400), 'image/png', [1400, 1400], undefined],
    ['of the largest size', png(3000, 3000), 'image/png', [3000, 3000], undefined],
    ['too small', png(1399, 1399), 'image/png', [1399, 1399], /1400 to 3000/],
    ['too large', png(3001, 3001), 'image/png', [3001, 3001], /1400 to 3000/],
    ['not square', png(1400, 1500), 'image/png', [1400, 1500], /square/],
    ['animated', png(1400, 1400, [Buffer.alloc(8)]), 'image/png', [1400, 1400], /animated/],
    ['in RGB', jpeg(1400, 3), 'image/jpeg', [1400, 1400], undefined],
    ['in CMYK', jpeg(1400, 4), 'image/jpeg', [1400, 1400], /CMYK/],
  ] as [string, Buffer, string, [number, number], RegExp | undefined][])(
    '%s',
    async (_, bytes, mediaType, size, expected) => {
      const problem = await problemOf(bytes, mediaType, size);
      if (expected) expect(problem).toMatch(expected);
      else expect(problem).toBeUndefined();
    },
  );
});

describe('slugs', () => {
  test('are derived from the name, unique, and never reused', async () => {
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { name: 'Süddeutsche  Straße & Co.' },
    });
    const [first, second] = [await create({ json: {} }), await create({ json: {} })];
    expect(first.channel.slug).toBe('suddeutsche-strasse-co-json');
    expect(second.channel.slug).toBe('suddeutsche-strasse-co-json-2');
    await run(documents.delete, { id: first.channel.databaseId });
    expect(await publicChannel(server.app, 'json', first.channel.slug)).toBe('gone');
    expect((await create({ json: {} })).channel.slug).toBe('suddeutsche-strasse-co-json-3');
    expect(await create({ json: {} }, { slug: first.channel.slug })).toMatchObject({
      fieldErrors: [{ field: 'slug' }],
    });
  });

  test.each(['12', 'a b', '-a', '../x', 'ä', 'x'.repeat(64)])('%s is refused', async (slug) => {
    expect(await create({ json: {} }, { slug })).toMatchObject({ fieldErrors: [{ field: 'slug' }] });
  });

  test('of missing channels, or of another kind, are not found', async () => {
    const { channel } = await create({ json: {} });
    expect(await publicChannel(server.app, 'podcast', channel.slug)).toBeNull();
    expect(await publicChannel(server.app, ['podcast', 'json'], channel.slug)).toMatchObject({
      type: 'json',
    });
    for (const address of ['', 'nothing', '0', '999999999', '99999999999999', "'"])
      expect(await publicChannel(server.app, 'json', address)).toBeNull();
  });
});

describe('saving', () => {
  test('a change saved by someone else in the meantime is a conflict, unless nothing would be lost', async () => {
    const { channel } = await create({ podcast: { title: 'First' } });
    await update(channel.databaseId, { podcast: { title: 'Second' } }, { revision: 1 });
    expect(await update(channel.databaseId, { podcast: { title: 'Third' } }, { revision: 1 })).toMatchObject({
      __typename: 'ConflictError',
    });
    expect(await update(channel.databaseId, { podcast: { title: 'Second' } }, { revision: 1 })).toMatchObject(
      { channel: { revision: 2 } },
    );
    expect(await update(channel.databaseId, { podcast: { title: 'Third' } })).toMatchObject({
      channel: { revision: 3, name: 'Third' },
    });
    expect(await update(channel.databaseId, { json: {} })).toMatchObject({
      fieldErrors: [{ field: 'type' }],
    });
  });

  test('a saved change is logged, and sent to subscribers', async () => {
    const { channel } = await create({ podcast: { title: 'First' } });
    await update(channel.databaseId, { podcast: { title: 'Second' } });
    await run(documents.delete, { id: channel.databaseId });
    const logs = await server.app.db.prisma.projectLog.findMany({
      where: { projectId: room.project.id },
      orderBy: { id: 'asc' },
    });
    expect(logs.map(({ action }) => action)).toEqual([
      'channel created',
      'channel updated',
      'channel deleted',
    ]);
    expect(logs[1]!.body).toMatchObject({ changes: { title: { from: 'First', to: 'Second' } } });
    expect(await run(documents.delete, { id: channel.databaseId })).toMatchObject({
      __typename: 'NotFoundError',
    });
  });
});
