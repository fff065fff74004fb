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
    [LedgerKind.charged]: { description: 'Characters charged when a text is reserved for generation.' },
    [LedgerKind.returned]: { description: 'Reversed charge, because no audio was generated for it.' },
    [LedgerKind.saved]: {
      description: 'Characters saved because an edit reused existing audio. The balance does not change.',
    },
  } as const,
});

/** How money of a payment moved after it was made. */
const reversalKinds = { REFUNDED: 'refunded', DISPUTED: 'disputed', REINSTATED: 'reinstated' } as const;

const PaymentReversalType = builder.enumType('PaymentReversalKind', {
  description: 'Kind of payment reversal.',
  values: {
    [reversalKinds.REFUNDED]: { description: 'Refunded, in whole or in part.' },
    [reversalKinds.DISPUTED]: { description: 'Disputed by the cardholder.' },
    [reversalKinds.REINSTATED]: { description: 'Dispute won, or refund failed.' },
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
      description: 'Characters that did not have to be regenerated. Zero for all kinds but `SAVED`.',
    }),
    reason: t.exposeString('why', { description: 'Reason for the entry, as text.' }),
    projectId: t.id({
      nullable: true,
      description: 'Global ID of the project, which may be deleted. Null if none is involved.',
      select: { projectId: true },
      resolve: ({ projectId }) => globalIdOf('Project', projectId),
    }),
    articleId: t.id({
      nullable: true,
      description: 'Global ID of the article, which may be deleted. Null if none is involved.',
      select: { articleId: true },
      resolve: ({ articleId }) => globalIdOf('Article', articleId),
    }),
    userId: t.id({
      nullable: true,
      description: 'Global ID of the user who caused it. Null if Parlance did.',
      select: { userId: true },
      resolve: ({ userId }) => globalIdOf('User', userId),
    }),
    paymentId: t.string({
      nullable: true,
      description:
        'ID, at the payment service, of the payment that bought the characters, or was refunded or ' +
        'disputed. Null for other entries.',
      select: {
        payment: { select: { id: true } },
        reversal: { select: { paymentReturn: { select: { paymentId: true } } } },
      },
      resolve: ({ payment, reversal }) => payment?.id ?? reversal?.paymentReturn.paymentId ?? null,
    }),
    reversal: t.field({
      type: PaymentReversalType,
      nullable: true,
      description: 'Kind of payment reversal. Null if the entry is not about a refund or dispute.',
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
