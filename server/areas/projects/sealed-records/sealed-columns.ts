import { sealedFor as sealedForMail } from '../../../kernel/send-mail.ts';
import { purposeOf as purposeOfAmazon } from '../amazon/linked-account.ts';
import { sealedForWebhook } from '../webhooks/webhook-credentials.ts';
import { sealedFor as sealedForUser } from '../../access/identity/second-factor.ts';
import { purposeOfLink } from '../../listening/statistics/statistics-shares.ts';

/** A column whose values are sealed under data keys for as long as their rows exist. */
export interface SealedColumn {
  /** What the values are, for operators. */
  kind: string;
  table: string;
  column: string;
  /** Column that `purposeOf` takes. */
  owner: string;
  purposeOf(owner: never): string;
  /** Rows that are sealed again at once: a mail may have files of megabytes. */
  batch: number;
}

/** Every sealed column. Other sealed data expires within a day, or is a link in an email. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    kind: 'authenticator-app',
    table: 'User',
    column: 'totpSecret',
    owner: 'id',
    purposeOf: sealedForUser,
    batch: 200,
  },
  ...(['refreshToken', 'accessToken'] as const).map((column) => ({
    kind: column === 'refreshToken' ? 'amazon-refresh-token' : 'amazon-access-token',
    table: 'AmazonAccount',
    column,
    owner: 'organizationId',
    purposeOf: purposeOfAmazon,
    batch: 200,
  })),
  {
    kind: 'webhook',
    table: 'WebhookEndpoint',
    column: 'credentials',
    owner: 'key',
    purposeOf: sealedForWebhook,
    batch: 200,
  },
  { kind: 'mail', table: 'Mail', column: 'content', owner: 'key', purposeOf: sealedForMail, batch: 10 },
  {
    kind: 'statistics-link',
    table: 'StatisticsShare',
    column: 'token',
    owner: 'tokenHash',
    purposeOf: purposeOfLink,
    batch: 200,
  },
];

/** SQL of the id of the key that sealed a value (`keyIdOf` in lib/security/data-sealing.ts). */
export const keyIdSql = (column: string): string =>
  `CASE WHEN substr("${column}", 12, 1) = '.' THEN left("${column}", 11) ELSE '' END`;
