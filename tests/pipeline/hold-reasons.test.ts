import { expect, test } from 'vitest';
import { usePipeline } from './pipeline.ts';

const pipeline = usePipeline();

/** Columns that a process of the previous release writes, and the reason that the database derives. */
const writtenByPreviousRelease = [
  [{ heldBy: 'Quality review', awaitsReview: true }, 'review'],
  [{ heldBy: 'Doubtful passages', doubtfulPassage: '3/4' }, 'doubtful_passages'],
  [{ heldBy: 'More articles at once than usual', isBurst: true }, 'burst'],
  [{ heldBy: 'Not sure what of the page is the article', isUnsure: true }, 'low_confidence'],
  [{ heldBy: 'draft' }, 'draft'],
  [{ heldBy: 'Sponsored' }, 'rule'],
] as const;

test.each(writtenByPreviousRelease)('derives the reason of %o', async (columns, holdReason) => {
  const { prisma } = pipeline.app.db;
  const project = await pipeline.make.project();
  const { id } = await pipeline.make.article(project.id, { status: 'waiting', ...columns });
  const read = () => prisma.article.findUniqueOrThrow({ where: { id } });
  expect(await read()).toMatchObject({ holdReason, holdRuleId: null });

  const released = await prisma.article.update({ where: { id }, data: { heldBy: null } });
  expect(released).toMatchObject({ holdReason: null });

  await prisma.article.update({ where: { id }, data: columns });
  expect(await read()).toMatchObject({ holdReason });
});
