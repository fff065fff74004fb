import { networkInterfaces } from 'node:os';
import type { Prisma, UrlReplacement } from '../../../../prisma/generated/client/client.ts';
import { ExtractionError } from '../../../extraction/extraction-error.ts';
import { UrlReplacementError } from '../../../extraction/replace-url.ts';
import type { Extraction } from '../../../extraction/extraction-threads.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { isAdmin, requireCredentials } from '../../access/identity/policy.ts';
import { accessProject, readableBy } from '../../access/project-access/access.ts';
import { policy } from '../../access/project-access/policy.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { settingMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

export interface UrlReplacementInput {
  /** What is replaced; a regular expression is wrapped in slashes. */
  source: string;
  destination: string;
  isRegex: boolean;
}

const rulesMax = 200;
const partMaxCharacters = 1_000;

/**
 * Returns those of the rules whose project the actor may read.
 * @param query fields to select
 * @throws NotSignedInError
 */
export async function readUrlReplacements(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.UrlReplacementDefaultArgs = {},
): Promise<UrlReplacement[]> {
  return app.db.prisma.urlReplacement.findMany({
    ...query,
    where: { id: { in: [...ids] }, project: readableBy(actor) },
  });
}

/** What is wrong with rules. Call it outside transactions: patterns are compiled in a thread. */
export async function checkReplacements(
  extraction: Extraction,
  rules: readonly UrlReplacementInput[],
): Promise<FieldError[]> {
  if (rules.length > rulesMax)
    return [{ field: 'urlReplacements', ...kernelMessages.TOO_MANY_RULES({ most: rulesMax }) }];
  const tooLong = rules.flatMap(({ source, destination }, index) =>
    [source, destination].some((part) => part.length > partMaxCharacters || part.includes('\0'))
      ? [
          {
            field: `urlReplacements.${index}.source`,
            ...settingMessages.LISTED_RULE_TOO_LONG({ number: index + 1, most: partMaxCharacters }),
          },
        ]
      : [],
  );
  if (tooLong.length > 0 || rules.length === 0) return tooLong;
  const plain = rules.map(({ source, destination, isRegex }) => ({ source, destination, isRegex }));
  try {
    return (await extraction.urlReplacementProblems(plain)).map(({ index, field, told }) => ({
      field: `urlReplacements.${index}.${field}`,
      ...settingMessages.LISTED_RULE_WRONG({ number: index + 1, problem: told }),
    }));
  } catch (error) {
    if (error instanceof ExtractionError) return [{ field: 'urlReplacements', ...error.told }];
    throw error;
  }
}

/**
 * A project's rules in the order in which they are applied. For the pipeline, and for callers who have read
 * the project.
 */
export async function loadReplacements(sql: Sql, projectId: number): Promise<UrlReplacementInput[]> {
  return sql
    .selectFrom('UrlReplacement')
    .select(['source', 'destination', 'isRegex'])
    .where('projectId', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** What other rules than a project's present ones change, for its log; null: nothing. */
export async function changedReplacements(
  sql: Sql,
  projectId: number,
  rules: readonly UrlReplacementInput[],
): Promise<{ from: string[]; to: string[] } | null> {
  const shown = (list: readonly UrlReplacementInput[]): string[] =>
    list.map(({ source, destination, isRegex }) => `${source} → ${destination}${isRegex ? ' (regex)' : ''}`);
  const [from, to] = [shown(await loadReplacements(sql, projectId)), shown(rules)];
  return from.join('\n') === to.join('\n') ? null : { from, to };
}

/** Stores checked rules in place of a project's present ones, within the caller's transaction. */
export async function storeReplacements(
  sql: Sql,
  projectId: number,
  rules: readonly UrlReplacementInput[],
): Promise<void> {
  await sql.deleteFrom('UrlReplacement').where('projectId', '=', projectId).execute();
  const rows = rules.map(({ source, destination, isRegex }, index) => ({
    projectId,
    position: index + 1,
    source,
    destination,
    isRegex,
  }));
  if (rows.length > 0) await sql.insertInto('UrlReplacement').values(rows).execute();
}

export interface TryReplacements {
  projectId: number;
  url: string;
  rules: UrlReplacementInput[];
}

/**
 * What the rules make of an address. @throws NotSignedInError, NotFoundError, NotAllowedError,
 * LimitReachedError, ValidationError on `url`, `urlReplacements`
 */
export async function tryUrlReplacements(
  app: App,
  actor: Actor,
  { projectId, url, rules }: TryReplacements,
): Promise<string> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.tryUrlReplacements);
  const problem = webAddressProblem(url.trim());
  if (problem) throw new ValidationError([{ field: 'url', ...problem }]);
  try {
    return await runInteractive(app, project, async (extraction) => {
      const errors = await checkReplacements(extraction, rules);
      if (errors.length) throw new ValidationError(errors);
      return extraction.replaceUrl(
        url.trim(),
        rules.map(({ source, destination, isRegex }) => ({ source, destination, isRegex })),
      );
    });
  } catch (error) {
    if (error instanceof UrlReplacementError || error instanceof ExtractionError)
      throw new ValidationError([{ field: 'urlReplacements', ...error.told }]);
    throw error;
  }
}

export interface ExtractorIp {
  ip: string;
  isDefault: boolean;
}

/**
 * Addresses of this server that pages can be fetched from; the first is what is used unless one is chosen.
 * Only administrators choose: others see none.
 */
export function listExtractorIps(app: App, actor: Actor): ExtractorIp[] {
  requireCredentials(actor);
  return isAdmin(actor) ? extractorAddresses(app).map((ip, index) => ({ ip, isDefault: index === 0 })) : [];
}

export const foreignAddressMessage = settingMessages.IP_ADDRESS_NOT_OURS();

/** Those that the operator named, else all that this machine shows to others. */
export function extractorAddresses({ config }: Pick<App, 'config'>): readonly string[] {
  return (
    config.extractorIps ??
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
      .map(({ address }) => address)
  );
}
