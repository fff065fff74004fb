import { LedgerKind } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import { globalIdOf } from '../../../graphql/ids.ts';
import { parseEnum } from '../../../lib/parse-enum.ts';

const LedgerKindType = builder.enumType('LedgerKind', {
  description: 'Kind of a ledger entry.',
  values: {
    [LedgerKind.opening]: { description: 'Balance of the account when the ledger began.' },
    [LedgerKind.granted]: { description: 'Characters granted by Parlance.' },
    [LedgerKind.credited]: { description: 'Characters that were bought, or a correction.' },
    [LedgerKind.charged]: { description: 'Characters charged when a text is reserved for voicing.' },
    [LedgerKind.returned]: { description: 'A charge that was reversed because nothing was voiced for it.' },
    [LedgerKind.saved]: {
      description: 'Characters saved because an edit reused existing audio. The balance does not change.',
    },
  } as const,
});

/** How money of a payment moved after it was made. */
const reversalKinds = { REFUNDED: 'refunded', DISPUTED: 'disputed', REINSTATED: 'reinstated' } as const;

const PaymentReversalType = builder.enumType('PaymentReversalKind', {
  description: 'How money of a payment moved after it was made.',
  values: {
    [reversalKinds.REFUNDED]: { description: 'It was refunded, in whole or in part.' },
    [reversalKinds.DISPUTED]: { description: 'The card holder disputes it.' },
    [reversalKinds.REINSTATED]: { description: 'A dispute was won, or a refund failed.' },
  } as const,
});

/** GraphQL type that administrators' mutations lead to. */
export const LedgerEntryType = builder.prismaObject('LedgerEntry', {
  select: { id: true },
  description:
    "An entry in an account's ledger. Entries are never changed or deleted; the balance is the sum of their amounts.",
  fields: (t) => ({
    kind: t.expose('kind', { type: LedgerKindType, description: 'Kind of the entry.' }),
    amount: t.float({
      description: 'Characters added to the balance. Negative when characters were taken from it.',
      select: { amount: true },
      resolve: ({ amount }) => Number(amount),
    }),
    charactersSaved: t.exposeInt('saved', {
      description: 'Characters that did not have to be voiced again. Zero for all kinds but `SAVED`.',
    }),
    why: t.exposeString('why', { description: 'Reason for the entry, as text.' }),
    projectId: t.id({
      nullable: true,
      description: 'Global ID of the project, which may be deleted. Null when none is concerned.',
      select: { projectId: true },
      resolve: ({ projectId }) => globalIdOf('Project', projectId),
    }),
    articleId: t.id({
      nullable: true,
      description: 'Global ID of the article, which may be deleted. Null when none is concerned.',
      select: { articleId: true },
      resolve: ({ articleId }) => globalIdOf('Article', articleId),
    }),
    userId: t.id({
      nullable: true,
      description: 'Global ID of the user who caused it. Null when Parlance did.',
      select: { userId: true },
      resolve: ({ userId }) => globalIdOf('User', userId),
    }),
    paymentId: t.string({
      nullable: true,
      description:
        'The payment by which the characters were bought, or that was refunded or disputed, as the payment service knows it. Null for ' +
        'others.',
      select: {
        payment: { select: { id: true } },
        reversal: { select: { paymentReturn: { select: { paymentId: true } } } },
      },
      resolve: ({ payment, reversal }) => payment?.id ?? reversal?.paymentReturn.paymentId ?? null,
    }),
    reversal: t.field({
      type: PaymentReversalType,
      nullable: true,
      description:
        'By what a payment was taken back, or given back. Null for entries that are about no refund and no dispute.',
      select: { reversal: { select: { kind: true } } },
      resolve: ({ reversal }) => parseEnum(reversalKinds, reversal?.kind ?? null),
    }),
    day: t.expose('day', {
      type: 'Date',
      description: 'Day (UTC) whose daily limit the entry counts towards.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the entry was added.' }),
  }),
});
