import { expect, test } from 'vitest';
import { releaseArticle } from '../../server/areas/articles/articles/articles.ts';
import { actorOf } from '../support/factories.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();
const text = 'Der Rat tagte lange. Am Ende wurden 3/4 verworfen, und Install numpy==1 blieb.';

const project = (given = {}) =>
  offlineProject(pipeline, { voiceLanguage: 'de-DE', normalization: true, ...given });
const read = (id: number) => pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
const kindsOf = async (version: string | null) =>
  (
    await pipeline.app.db.prisma.finding.findMany({
      where: { version: version ?? '' },
      orderBy: { position: 'asc' },
    })
  ).map(({ kind, word }) => [kind, word]);

/** Begins an article's run, and waits until it is on hold. */
async function held(articleId: number, change = {}) {
  await pipeline.begin(articleId, change);
  await expect.poll(() => read(articleId)).toMatchObject({ status: 'waiting', step: 'assembled' });
  return read(articleId);
}

test('findings exist before an article is public, and put it on hold if the project requires it', async () => {
  const { id: projectId, ownerId } = await project({ holdDoubtful: true });
  const { id } = await pipeline.make.article(projectId, { title: 'Bericht', text });
  const waits = await held(id);
  expect(waits).toMatchObject({ audio: null, heldBy: 'Doubtful passages', doubtfulPassage: '3/4' });
  expect(await kindsOf(waits.version)).toEqual([
    ['AMBIGUOUS', '3/4'],
    ['LEFT_AS_WRITTEN', 'numpy==1'],
  ]);
  expect(await pipeline.log(id)).toContainEqual(
    expect.objectContaining({ action: 'held', text: '2 passages are doubtful; the first is “3/4”.' }),
  );
  const before = await pipeline.charged(projectId);

  const owner = actorOf(await pipeline.app.db.prisma.user.findUniqueOrThrow({ where: { id: ownerId } }));
  await releaseArticle(pipeline.app, owner, id);
  expect(await read(id)).toMatchObject({
    status: 'ready',
    audio: waits.version,
    heldBy: null,
    doubtfulPassage: null,
  });
  // Nothing was generated again.
  expect(await pipeline.charged(projectId)).toEqual(before);

  // What was released does not hold the article again; another passage does, while the released audio plays.
  expect(await pipeline.voice(id, { text: `${text} Das war alles.` })).toMatchObject({ status: 'ready' });
  const played = await read(id);
  expect(await held(id, { text: `${text} Nun ist 5/8 dran.` })).toMatchObject({
    audio: played.audio,
    doubtfulPassage: '5/8',
  });
});

test.each([
  ['the project does not hold such articles', {}],
  ['their kinds are turned off', { holdDoubtful: true, holdAmbiguous: false, holdLeftAsWritten: false }],
])('findings exist and the article is public if %s', async (_, given) => {
  const { id: projectId } = await project(given);
  const { id } = await pipeline.make.article(projectId, { title: 'Bericht', text });
  const article = await pipeline.voice(id);
  expect(article).toMatchObject({ status: 'ready', heldBy: null, doubtfulPassage: null });
  expect((await kindsOf(article.audio)).map(([kind]) => kind)).toEqual(['AMBIGUOUS', 'LEFT_AS_WRITTEN']);
});

test.each([
  ['markup', 'Der Rat <div class="x"> tagte lange.', '<div class="x">'],
  ['another script', 'Der Rat sagte 東京タワーへ行く und ging.', '東京タワーへ行く'],
])(
  '%s puts an article on hold, without normalization too, unless it is marked as correct',
  async (_, given, passage) => {
    const { id: projectId } = await project({ holdDoubtful: true, normalization: false });
    const { id } = await pipeline.make.article(projectId, { title: 'Bericht', text: given });
    expect(await held(id)).toMatchObject({ doubtfulPassage: passage });
    // Spelled letter by letter, the sentence takes too long, which is another doubt.
    const data = { holdLength: false };
    await pipeline.app.db.prisma.project.update({ where: { id: projectId }, data });
    await pipeline.app.db.prisma.rightWord.create({ data: { projectId, word: passage.toLowerCase() } });
    expect(await pipeline.voice(id)).toMatchObject({ status: 'ready', doubtfulPassage: null });
  },
);
