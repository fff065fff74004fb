import { ProjectRole } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import type { Quote, Savings } from './usage.ts';

/** GraphQL types that other areas lead to, or add to. */
export const ProjectType = builder.prismaObject('Project', {
  description: 'Articles, the voice that reads them, and how they come in and go out. Seen by members of its organization (a private one: by its owner), by who was given a role in it, and by its keys.',
  select: { id: true },
});

export const ProjectRoleType = builder.enumType('ProjectRole', {
  description: 'What somebody is to one project, beside what the organization gives.',
  values: {
    [ProjectRole.maintainer]: { description: 'Does everything, sees the project log and the statistics.' },
    [ProjectRole.stats]: { description: 'Reads, and sees the statistics.' },
    [ProjectRole.qa]: { description: 'Reads, and reviews articles.' },
  } as const,
});

export const SavingsType = builder.objectRef<Savings>('Savings').implement({
  description: 'What it saves to voice only what changed.',
  fields: (t) => ({
    charactersVoiced: t.exposeFloat('charactersVoiced', { description: 'Characters that were voiced.' }),
    charactersSaved: t.exposeFloat('charactersSaved', { description: 'Characters that edits did not have to voice again.' }),
    moneySaved: t.exposeFloat('moneySaved', { description: 'EUR that these would have cost with the present voice.' }),
  }),
});

export const QuoteType = builder.objectRef<Quote>('Quote').implement({
  description: 'What a daily limit would cost, beside what is used.',
  fields: (t) => ({
    price: t.exposeFloat('price', { nullable: true, description: 'EUR a day for so many characters with that voice; null: there is no limit.' }),
    pricePerMonth: t.exposeFloat('pricePerMonth', { description: 'EUR a month for what is voiced on average, with that voice.' }),
    symbolsToday: t.exposeInt('symbolsToday', { description: 'Characters voiced today (UTC).' }),
    averageByMonth: t.exposeFloat('averageByMonth', { description: 'Characters voiced a month, on average over the last twelve.' }),
  }),
});

export const ProjectLogEntryType = builder.prismaObject('ProjectLog', {
  name: 'ProjectLogEntry',
  description: 'Something that was done to a project.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id, type: 'ProjectLogEntry' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
    action: t.exposeString('action', { description: 'What was done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    user: t.relation('user', { nullable: true, description: 'Who did it; null: a program, or somebody who is gone.' }),
    body: t.expose('body', { type: 'JSON', description: 'Details: of changes `{changes: {field: {from, to}}}`. Holds no secrets.' }),
  }),
});
