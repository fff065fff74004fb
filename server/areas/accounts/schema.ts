import { LedgerKind } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import { pageCost } from '../../graphql/connection-by-id.ts';
import { OrganizationType } from '../organizations/types.ts';
import { readLedger } from './ledger.ts';

const LedgerKindType = builder.enumType('LedgerKind', {
  description: 'What happened to an account.',
  values: {
    [LedgerKind.opening]: { description: 'What the account had when the ledger began.' },
    [LedgerKind.granted]: { description: 'Characters that Parlance gave.' },
    [LedgerKind.credited]: { description: 'Characters that were bought, or a correction.' },
    [LedgerKind.charged]: { description: 'Text was reserved for voicing, and paid for.' },
    [LedgerKind.returned]: { description: 'A charge was undone because nothing was voiced for it.' },
    [LedgerKind.saved]: { description: 'An edit reused sound that had been voiced before; the balance stays the same.' },
  } as const,
});

const LedgerEntryType = builder.prismaObject('LedgerEntry', {
  select: { id: true },
  description: "An entry of an account's ledger. Entries are never changed or deleted; the balance is the sum of their amounts.",
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id: String(id), type: 'LedgerEntry' }) }),
    kind: t.expose('kind', { type: LedgerKindType, description: 'What happened.' }),
    amount: t.float({
      description: 'Characters added to the balance; below zero: taken from it.',
      select: { amount: true },
      resolve: ({ amount }) => Number(amount),
    }),
    saved: t.exposeInt('saved', { description: 'Characters that did not have to be voiced again; 0 for every other kind.' }),
    why: t.exposeString('why', { description: 'The reason, in words.' }),
    projectId: t.exposeInt('projectId', { nullable: true, description: 'Database id of the project, which may be deleted since; null: it concerns none.' }),
    articleId: t.exposeInt('articleId', { nullable: true, description: 'Database id of the article, which may be deleted since; null: it concerns none.' }),
    userId: t.exposeInt('userId', { nullable: true, description: 'Database id of the person who did it; null: Parlance did.' }),
    day: t.expose('day', { type: 'Date', description: 'The day (UTC) whose limit it counts towards.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
});

builder.prismaObjectField(OrganizationType, 'ledger', (t) =>
  t.prismaConnection({
    type: LedgerEntryType,
    cursor: 'id',
    complexity: pageCost(5),
    nullable: true,
    description: "Everything that changed the organization's balance, newest first. For its maintainers; null for others.",
    resolve: (query, { id }, _, { app, actor }) => readLedger(app, actor, id, query),
  }),
);
