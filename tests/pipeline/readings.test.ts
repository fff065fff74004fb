import { describe, expect, test } from 'vitest';
import { quoteArticle } from '../../server/areas/voice/authoring/quote-article.ts';
import { previewNormalization } from '../../server/areas/articles/normalization/normalization.ts';
import { actorOf } from '../support/factories.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();
const text = 'Am 3. Mai fuhren 12 Leute 5 km. Fragen an @rathaus, Tel. 030 123456.';

const project = (given = {}) =>
  offlineProject(pipeline, { voiceLanguage: 'de-DE', normalization: true, ...given });
const ownerOf = async ({ ownerId }: { ownerId: number }) =>
  actorOf(await pipeline.app.db.prisma.user.findUniqueOrThrow({ where: { id: ownerId } }));

async function spoken(projectId: number): Promise<{ text: string; findings: string[] }> {
  const { id } = await pipeline.make.article(projectId, { title: 'Ausflug', text });
  const { audio } = await pipeline.voice(id);
  const chunks = await pipeline.chunks(id, audio);
  const found = await pipeline.app.db.prisma.finding.findMany({ where: { version: audio! } });
  return {
    text: chunks
      .slice(1)
      .map((chunk) => chunk.text)
      .join(' '),
    findings: found.map(({ kind }) => kind),
  };
}

describe('readings of a project', () => {
  const given = { readUnits: 'as_written', readHandles: 'name_only', readPhoneNumbers: 'pairs' };
  const said =
    'Am dritten Mai fuhren zwölf Leute 5 km. Fragen an rathaus, Telefon null dreißig, zwölf vierunddreißig sechsundfünfzig.';

  test('apply to articles, preview and quote, and create no findings', async () => {
    const room = await project(given);
    expect(await spoken(room.id)).toEqual({ text: said, findings: [] });
    const owner = await ownerOf(room);
    expect(await previewNormalization(pipeline.app, owner, { projectId: room.id, text })).toMatchObject({
      text: said,
    });
    const { characters } = await quoteArticle(pipeline.app, owner, {
      projectId: room.id,
      title: 'Neu',
      text,
    });
    expect(characters).toBe('Neu'.length + said.length - 1);
  });

  test('can be previewed unsaved', async () => {
    const room = await project();
    const owner = await ownerOf(room);
    const tried = await previewNormalization(pipeline.app, owner, { projectId: room.id, text, ...given });
    expect(tried.text).toBe(said);
    expect((await spoken(room.id)).text).not.toBe(said);
  });

  test('fall back to the default for options of another release', async () => {
    const room = await project({ readUnits: 'in_full_later' });
    expect((await spoken(room.id)).text).toContain('fünf Kilometer');
  });
});

test('can be left as written by a rule', async () => {
  const room = await project();
  await pipeline.app.db.prisma.processingRule.create({
    data: {
      projectId: room.id,
      position: 0,
      name: 'Sport',
      predicates: [{ operator: 'contains', subject: 'title', value: 'ausflug' }],
      actions: [{ action: 'leave_as_written', values: ['dates', 'units'] }],
    },
  });
  const { text: heard, findings } = await spoken(room.id);
  expect(heard).toContain('Am 3. Mai fuhren zwölf Leute 5 km.');
  expect(findings).toEqual([]);
});
