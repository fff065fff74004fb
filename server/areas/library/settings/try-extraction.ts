import { ExtractionError } from '../../../extraction/extraction-error.ts';
import type { RuleEffect } from '../../../extraction/extraction-rules.ts';
import type { ChosenParagraph } from '../../../extraction/page-choice.ts';
import { expectOk, FetchError, safeFetch, type FetchResponse } from '../../../lib/outbound/safe-fetch.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotAllowedError, ValidationError } from '../../../kernel/errors.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { policy } from '../../access/project-access/policy.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import { checkedExtractorRules, loadExtractorRules, type ExtractorRuleInput } from './extractor-rules.ts';
import {
  extractorAddresses,
  loadReplacements,
  foreignAddressMessage,
  tryUrlReplacements,
  type UrlReplacementInput,
} from './url-replacements.ts';
import { settingMessages } from './messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

export interface TryExtraction {
  projectId: number;
  url: string;
  /** Need not be saved; absent: the project's. */
  urlReplacements?: UrlReplacementInput[] | null | undefined;
  /** Need not be saved; absent: the project's. */
  extractorRules?: ExtractorRuleInput[] | null | undefined;
  /** Where to fetch from; administrators only. */
  ipAddress?: string | null | undefined;
}

/** What the project would make of a page. */
export interface ExtractionTrial {
  /** Where the page was, after the replacement rules and redirects. */
  url: string;
  title: string | null;
  text: string | null;
  /** ISO 8601 with the offset as given. */
  publishedAt: string | null;
  /** BCP 47. */
  language: string | null;
  /** What each extractor rule did, in their order. */
  rules: RuleEffect[];
  /** Result of each paragraph of the page. */
  paragraphs: ChosenParagraph[];
  /** Why there is no article on the page, for the publisher; null: there is one. */
  failure: Message | null;
}

/**
 * Reads a page as the project would with these rules, and tells what each of them did. Nothing is stored.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError, ValidationError on `url` (when
 * the page cannot be fetched, or reading it takes too long, too), `urlReplacements`, `extractorRules`
 * (`extractorRules.0.selector`), `ipAddress` when it is not ours
 */
export async function tryExtraction(app: App, actor: Actor, input: TryExtraction): Promise<ExtractionTrial> {
  const project = await accessProject(app.db.sql, actor, input.projectId, policy.tryExtraction);
  const chosen = input.ipAddress || null;
  if (chosen && !project.rights.has('administer'))
    throw new NotAllowedError(settingMessages.IP_ADDRESS_FOR_ADMINISTRATORS());
  if (chosen && !extractorAddresses(app).includes(chosen))
    throw new ValidationError([{ field: 'ipAddress', ...foreignAddressMessage }]);
  const rules = input.extractorRules
    ? checkedExtractorRules(input.extractorRules)
    : await loadExtractorRules(app.db.sql, project.id);
  const replacements = input.urlReplacements ?? (await loadReplacements(app.db.sql, project.id));
  const url = await tryUrlReplacements(app, actor, {
    projectId: project.id,
    url: input.url,
    rules: replacements,
  });
  try {
    return await runInteractive(app, project, async (extraction, signal) => {
      const page = await fetchPage(app, project, url, signal, chosen);
      const contentType = page.headers['content-type'] ?? null;
      const { article, failure, effects, paragraphs } = await extraction.tryRules(page.bytes, {
        url: page.url,
        rules,
        contentType,
      });
      const { title = null, text = null, publishedAt = null, language = null } = article ?? {};
      return { url: page.url, title, text, publishedAt, language, rules: effects, paragraphs, failure };
    });
  } catch (error) {
    if (error instanceof FetchError || error instanceof ExtractionError)
      throw new ValidationError([{ field: 'url', ...error.told }]);
    throw error;
  }
}

/**
 * A page as the project fetches it. @param from the address of this machine that is taken instead of the
 * project's @throws FetchError
 */
export async function fetchPage(
  { config }: Pick<App, 'config'>,
  project: Pick<Project, 'extractorServerIp' | 'extractorIpAddress'>,
  url: string,
  signal: AbortSignal,
  from: string | null = null,
): Promise<FetchResponse> {
  const localAddress = from ?? (project.extractorServerIp ? project.extractorIpAddress : null);
  return expectOk(
    await safeFetch(url, {
      allowHosts: config.fetchAllowHosts,
      signal,
      ...(localAddress && { localAddress }),
    }),
  );
}
