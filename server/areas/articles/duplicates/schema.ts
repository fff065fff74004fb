import { builder } from '../../../graphql/builder.ts';
import { ArticleType } from '../articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { isVisible, visibilityOf, visibleDuplicates, visibleProjects } from './policy.ts';

const unseen = 'Without those that the caller cannot read.';

builder.prismaObjectFields(ProjectType, (t) => ({
  children: t.field({
    type: [ProjectType],
    description: `Projects in which a duplicate of each article that is added appears. ${unseen}`,
    select: (_, { actor }, nested) => ({
      childLinks: {
        where: { child: visibleProjects(actor) },
        orderBy: { childId: 'asc' },
        select: { child: nested() },
      },
    }),
    resolve: ({ childLinks }) => childLinks.map(({ child }) => child),
  }),
  parents: t.field({
    type: [ProjectType],
    description: `Projects whose articles appear in this one as duplicates. ${unseen}`,
    select: (_, { actor }, nested) => ({
      parentLinks: {
        where: { parent: visibleProjects(actor) },
        orderBy: { parentId: 'asc' },
        select: { parent: nested() },
      },
    }),
    resolve: ({ parentLinks }) => parentLinks.map(({ parent }) => parent),
  }),
}));

builder.prismaObjectFields(ArticleType, (t) => ({
  duplicateOf: t.field({
    type: ArticleType,
    nullable: true,
    description:
      'Article of a parent project that it duplicates. Null if none, if it is deleted, or if the ' +
      'caller cannot read it.',
    select: (_, { actor }, nested) => ({ duplicateOf: nested({ select: visibilityOf(actor) }) }),
    resolve: ({ duplicateOf }, _, { actor }) =>
      duplicateOf && isVisible(actor, duplicateOf) ? duplicateOf : null,
  }),
  followsOriginal: t.boolean({
    description:
      'Whether it is a duplicate that is changed and deleted with its original. False for other ' +
      'articles, and once it has been edited.',
    select: { followsOriginal: true, duplicateOfId: true },
    resolve: ({ followsOriginal, duplicateOfId }) => followsOriginal && duplicateOfId !== null,
  }),
  duplicates: t.field({
    type: [ArticleType],
    complexity: 20,
    description: `Its duplicates in the children of its project, one in each. ${unseen}`,
    select: (_, { actor }, nested) => ({
      duplicates: nested({ where: visibleDuplicates(actor), orderBy: { id: 'asc' } }),
    }),
    resolve: ({ duplicates }) => duplicates,
  }),
}));
