import { beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '../../server/areas/listening/listening/partitions.ts';
import { serveAd } from '../../server/areas/library/ads/campaigns.ts';
import { deleteSound } from '../../server/areas/library/sounds/sounds.ts';
import { sine, wavFile } from '../support/test-signals.ts';
import { system } from '../../server/kernel/actor.ts';
import { browser } from '../listening/reporting.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
let file: string;
const today = dayOf(Date.now());
const yesterday = dayOf(Date.now() - 86_400_000);
const tomorrow = dayOf(Date.now() + 86_400_000);

beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
  ({ file } = await server.make.sound(room.project.id));
});

const create = (given: object = {}, { id }: { id: number } = room.project, as = token) =>
  server.rest('POST', `/api/adcampaign/${id}/adunit`, {
    token: as,
    body: {
      slug: 'spring',
      audiofile: `/download/audio/${file}.mp3`,
      date_start: today,
      date_end: tomorrow,
      name: 'Shoes',
      limit: 5,
      ...given,
    },
  });
const list = async () =>
  (await server.rest('GET', `/api/adcampaign/list/${room.organization.slug}`, { token })).body
    .campaigns as any[];
const shoes = async () => (await list()).find(({ name }) => name === 'Shoes');
const play = async () => {
  const { id } = await shoes();
  await server.app.db.prisma.project.update({
    where: { id: room.project.id },
    data: { audioAds: true, audioAdsProvider: 'parlance', adCampaign: id },
  });
};
const vast = async (name: string | number = room.project.id, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/ads/${name}/vast`, {
    headers: { 'user-agent': browser, ...headers },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ]);
  return answer.text();
};

test('an ad is added, listed, limited, and deleted', async () => {
  expect(await create()).toMatchObject({ status: 200, body: { result: 'ok' } });
  const campaign = await shoes();
  expect(campaign).toMatchObject({
    limit: 5,
    units: [{ audio_file: expect.stringContaining(file), date_start: { date: `${today} 00:00:00.000000` } }],
  });
  const put = (limit: unknown) =>
    server.rest('PUT', `/api/adcampaign/${room.organization.slug}/${campaign.id}`, {
      token,
      body: { limit },
    });
  expect((await put(70)).status).toBe(200);
  expect((await put(1)).body).toMatchObject({
    result: 'fail',
    errors: { '[limit]': ['Campaign limit must be more than 1'] },
  });
  expect((await shoes()).limit).toBe(70);
  const path = `/api/adcampaign/${campaign.id}/adunit/${campaign.units[0].id}`;
  expect((await server.rest('DELETE', path, { token })).status).toBe(204);
  expect((await server.rest('DELETE', path, { token })).status).toBe(404);
  expect((await shoes()).units).toEqual([]);
});

describe('is refused with the message of the specification:', () => {
  test.each([
    [{ audiofile: '' }, 'audiofile', 'File is not selected'],
    [{ audiofile: 'upload-0000000000000000000000000000000000000000' }, 'audiofile', 'File is not selected'],
    [{ date_start: '' }, 'date_start', 'Date start is not selected'],
    [{ date_end: '' }, 'date_end', 'Date end is not selected'],
    [{ date_start: tomorrow, date_end: today }, 'date_end', 'Choose an end date on or after the start date.'],
    [{ name: ' ' }, 'name', 'Campaign name is not defined'],
    [{ limit: 1 }, 'limit', 'Campaign limit must be more than 1'],
    [{ limit: -5 }, 'limit', 'Campaign limit must be more than 1'],
  ])('%j', async (given, field, message) => {
    expect((await create(given)).body).toMatchObject({
      result: 'fail',
      errors: { [`[${field}]`]: [message] },
    });
    expect(await shoes()).toBeUndefined();
  });

  test('an upload of more than 6 MB, even of a small MP3, and silent or invalid audio', async () => {
    const upload = async (bytes: Uint8Array) =>
      (await server.rest('POST', `/api/projects/${room.project.id}/upload`, {
        token,
        body: { fileName: 'ad.wav', fileContent: Buffer.from(bytes).toString('base64') },
      })).body; // prettier-ignore
    // A minute and a half of a tone, as 16-bit WAV.
    const large = wavFile(sine(440, 82, { sampleRate: 44_100 }));
    expect(large.byteLength).toBeGreaterThan(7_000_000);
    const { file: made } = await upload(large);
    const { bytes } = await server.app.db.prisma.sound.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(bytes).toBeLessThan(2_000_000);
    expect((await create({ audiofile: made.url })).body.errors).toEqual({
      '[audiofile]': ['Maximum audio size is 6MB'],
    });
    expect(await upload(wavFile(sine(0, 1, { sampleRate: 44_100 })))).toMatchObject({
      status: 'error',
      message: expect.any(String),
    });
    expect(await upload(Buffer.from('ID3 this is a text'.repeat(100)))).toMatchObject({
      status: 'error',
      message: expect.any(String),
    });
    expect(await shoes()).toBeUndefined();
  });

  test('without the feature', async () => {
    await server.app.db.prisma.organization.updateMany({ data: { features: [] } });
    expect((await create()).status).toBe(403);
  });

  test('audio of another project, and a campaign of another organization', async () => {
    const other = await server.make.newsroom();
    const theirs = await server.signIn(other.maintainer);
    expect((await create({}, other.project, theirs)).body.errors).toEqual({
      '[audiofile]': ['File is not selected'],
    });
    await create();
    const campaign = await shoes();
    for (const [method, path] of [
      ['PUT', `/api/adcampaign/${other.organization.slug}/${campaign.id}`],
      ['PUT', `/api/adcampaign/${room.organization.slug}/${campaign.id}`],
      ['DELETE', `/api/adcampaign/${campaign.id}/adunit/${campaign.units[0].id}`],
    ] as const)
      expect((await server.rest(method, path, { token: theirs, body: { limit: 9 } })).status).toBe(404);
    // Regardless of the id in the project.
    await server.app.db.prisma.project.update({
      where: { id: other.project.id },
      data: { audioAds: true, adCampaign: campaign.id },
    });
    expect(await vast(other.project.id)).not.toContain('<Ad ');
  });

  test('a change of the limit by a user with a role in the project only', async () => {
    await create();
    const freelancer = await server.make.user();
    await server.make.grant(room.project.id, freelancer.id, 'maintainer');
    const theirs = await server.signIn(freelancer);
    expect((await create({ slug: 'summer', limit: 900 }, room.project, theirs)).body.errors).toEqual({
      '[limit]': ['Only editors and administrators of the organization can change a campaign’s limit.'],
    });
    expect(await shoes()).toMatchObject({ limit: 5, units: [{}] });
    expect((await create({ slug: 'summer' }, room.project, theirs)).status).toBe(200);
    expect((await create({ slug: 'autumn', limit: 900 })).status).toBe(200);
    expect((await shoes()).limit).toBe(900);
  });
});

test('a project uses a campaign of its organization, and loses it when it moves', async () => {
  const other = await server.make.newsroom();
  await create();
  const { id } = await shoes();
  const put = (project: { id: number }, adCampaign: number | null, as: string, more: object = {}) =>
    server.rest('PUT', `/api/projects/${project.id}`, { token: as, body: { adCampaign, ...more } });
  const theirs = await server.signIn(other.maintainer);
  const refused = {
    result: 'fail',
    errors: { '[adCampaign]': ['This campaign doesn’t belong to the organization.'] },
  };
  expect((await put(other.project, id, theirs)).body).toMatchObject(refused);
  expect((await put(room.project, 999_999, token)).body).toMatchObject(refused);
  expect((await put(room.project, id, token)).body).toMatchObject({
    result: 'ok',
    project: { adCampaign: id },
  });
  await server.make.member(other.organization.id, 'editor', { id: room.maintainer.id });
  const move = { organization: other.organization.slug };
  expect((await put(room.project, id, token, move)).body).toMatchObject(refused);
  const { body } = await server.rest('PUT', `/api/projects/${room.project.id}`, { token, body: move });
  expect(body.project).toMatchObject({ adCampaign: null, organization: { id: other.organization.slug } });
});

test('an ad keeps its sound after the sound’s project moves, and does not name it there', async () => {
  await create();
  const { id: organizationId } = await server.make.organization();
  await server.app.db.prisma.project.update({ where: { id: room.project.id }, data: { organizationId } });
  await expect(deleteSound(server.app, system, { projectId: room.project.id, file })).rejects.toMatchObject({
    fieldErrors: [{ field: 'file', message: 'This sound is used: an ad.' }],
  });
});

test('GraphQL errors name the input fields', async () => {
  const add = `mutation ($input: CreateAdUnitInput!) {
    createAdUnit(input: $input) { ... on ValidationError { fieldErrors { field code } } }
  }`;
  const input = {
    project: room.project.id,
    name: 'Shoes',
    slug: 'spring',
    limit: 5,
    audioFile: '',
    dateFrom: '',
    dateTo: '',
  };
  const { data } = await server.graphql(add, { input }, token);
  expect(data!['createAdUnit'].fieldErrors).toEqual([
    { field: 'audioFile', code: 'AD_FILE_MISSING' },
    { field: 'dateFrom', code: 'CAMPAIGN_START_MISSING' },
    { field: 'dateTo', code: 'CAMPAIGN_END_MISSING' },
  ]);
});

test('campaigns are a connection with ads', async () => {
  await create();
  await create({ name: 'Hats', slug: 'autumn' });
  const ask = `{ organization(id: ${room.organization.id}) { adCampaigns(first: 1) { edges { node { name limit views units { slug dateFrom dateTo views } } } pageInfo { hasNextPage } } } }`;
  expect((await server.graphql(ask, {}, token)).data).toEqual({
    organization: {
      adCampaigns: {
        edges: [
          {
            node: {
              name: 'Hats',
              limit: 5,
              views: 0,
              units: [{ slug: 'autumn', dateFrom: today, dateTo: tomorrow, views: 0 }],
            },
          },
        ],
        pageInfo: { hasNextPage: true },
      },
    },
  });
});

describe('players', () => {
  test('get VAST 4.1 audio, by project or channel', async () => {
    await create({ name: 'Shoes', slug: 'a.b' });
    await play();
    for (const name of [room.project.id, room.channel.slug]) {
      const xml = await vast(name, { origin: 'https://example.com' });
      expect(xml).toContain('<VAST version="4.1" xmlns="http://www.iab.com/VAST">');
      expect(xml).toContain('<Ad id="a.b" adType="audio">');
      expect(xml).toContain(`/download/audio/${file}.mp3]]></MediaFile>`);
      expect(xml).toMatch(/<Duration>00:00:12\.500<\/Duration>/);
    }
    expect((await server.app.db.prisma.adUnit.findFirstOrThrow({ where: { slug: 'a.b' } })).views).toBe(2);
  });

  test('never get more than the limit, a hundred at once', async () => {
    await create({ limit: 37 });
    await create({ limit: 37, slug: 'summer' });
    await play();
    const served = await Promise.all(
      Array.from({ length: 100 }, () => serveAd(server.app, room.project.id, today)),
    );
    expect(served.filter(Boolean)).toHaveLength(37);
    const { views } = await server.app.db.prisma.adCampaign.findFirstOrThrow({ where: { name: 'Shoes' } });
    const units = await server.app.db.prisma.adUnit.findMany({ where: { campaign: { name: 'Shoes' } } });
    expect([views, units.map((unit) => unit.views).sort()]).toEqual([37, [18, 19]]);
    expect(await vast()).not.toContain('<Ad ');
  });

  test('get only playable ads, and nothing else is counted', async () => {
    const { prisma } = server.app.db;
    const other = await server.make.sound(room.project.id);
    await create();
    await create({ slug: 'autumn', audiofile: `/download/audio/${other.file}.mp3` });
    await play();
    await prisma.sound.updateMany({ where: { file: other.file }, data: { deletedAt: new Date() } });
    for (let time = 0; time < 3; time++) expect(await vast()).toContain(`<Ad id="spring"`);
    await prisma.sound.updateMany({ where: { file }, data: { deletedAt: new Date() } });
    expect(await vast()).not.toContain('<Ad ');
    const units = await prisma.adUnit.findMany({
      where: { campaign: { name: 'Shoes' } },
      orderBy: { slug: 'asc' },
      select: { views: true, campaign: { select: { views: true } } },
    });
    expect(units).toEqual([
      { views: 0, campaign: { views: 3 } },
      { views: 3, campaign: { views: 3 } },
    ]);
    // After another upload it plays again.
    await prisma.sound.updateMany({ where: { file: other.file }, data: { deletedAt: null } });
    expect(await vast()).toContain(`<Ad id="autumn"`);
  });

  test('get the organization’s ad even if its sound’s project is deleted', async () => {
    await server.app.storage.put(`audio/${file}.mp3`, Buffer.from('sound'));
    await create();
    await play();
    const next = await server.make.project({
      organizationId: room.organization.id,
      audioAds: true,
      audioAdsProvider: 'parlance',
      adCampaign: (await shoes()).id,
    });
    const heard = async () => (await fetch(`${server.url}/download/audio/${file}.mp3`)).status;
    const { file: another } = await server.make.sound(room.project.id);
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { deletedAt: new Date() },
    });
    expect([await vast(next.id), await heard()]).toEqual([expect.stringContaining(`${file}.mp3`), 200]);
    expect((await fetch(`${server.url}/download/audio/${another}.mp3`)).status).toBe(404);
  });

  test('get none outside its days or if ads are off, and none is counted', async () => {
    await create({ date_start: yesterday, date_end: yesterday });
    await play();
    expect(await vast()).not.toContain('<Ad ');
    await server.app.db.prisma.adUnit.updateMany({
      data: { dateEnd: new Date(tomorrow), dateStart: new Date(tomorrow) },
    });
    expect(await vast()).not.toContain('<Ad ');
    await server.app.db.prisma.adUnit.updateMany({ data: { dateStart: new Date(today) } });
    expect(await vast(room.project.id, { 'user-agent': 'curl/8' })).not.toContain('<Ad ');
    await server.app.db.prisma.project.updateMany({ data: { audioAds: false } });
    expect(await vast()).not.toContain('<Ad ');
    for (const name of ['nobody', '999999', '0', '%00', 'a'.repeat(3_000)])
      expect(await fetch(`${server.url}/ads/${name}/vast`).then(({ status }) => status < 500)).toBe(true);
    expect((await server.app.db.prisma.adCampaign.findFirstOrThrow({ where: { name: 'Shoes' } })).views).toBe(
      0,
    );
  });
});
