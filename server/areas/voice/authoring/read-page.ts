import { ExtractionError } from '../../../extraction/extraction-error.ts';
import { UrlReplacementError } from '../../../extraction/replace-url.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { expectOk, FetchError, safeFetch } from '../../../lib/outbound/safe-fetch.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { cleanLine, cleanText } from '../../articles/articles/input.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import { loadExtractorRules } from '../../library/settings/extractor-rules.ts';
import { loadReplacements } from '../../library/settings/url-replacements.ts';
import { policy } from './policy.ts';

/** What a page says, as an article that can still be edited. */
export interface PageArticle {
  /** The address that was given, as the player will ask for it. */
  url: string;
  title: string;
  text: string;
  publishedAt: Date | null;
  /** How sure it is that this is the whole article and nothing else, 0 to 1. */
  confidence: number;
}

/**
 * Reads a page as the project would: by its replacement and extractor rules, from its address. Nothing is
 * stored.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError, ValidationError on `url`, also
 * when there is nothing to read
 */
export async function readPage(
  app: App,
  actor: Actor,
  { projectId, url: given }: { projectId: number; url: string },
): Promise<PageArticle> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.readPage);
  const url = given.trim();
  const problem = webAddressProblem(url);
  if (problem) throw new ValidationError([{ field: 'url', ...problem }]);
  const rules = await loadExtractorRules(app.db.sql, project.id);
  const replacements = await loadReplacements(app.db.sql, project.id);
  const localAddress = project.extractorServerIp ? project.extractorIpAddress : null;
  try {
    return await runInteractive(app, project, async (extraction, signal) => {
      const address = replacements.length === 0 ? url : await extraction.replaceUrl(url, replacements);
      const page = expectOk(
        await safeFetch(address, {
          allowHosts: app.config.fetchAllowHosts,
          signal,
          ...(localAddress && { localAddress }),
        }),
      );
      const contentType = page.headers['content-type'] ?? null;
      const { title, text, publishedAt, confidence } = await extraction.extractArticle(page.bytes, {
        url: page.url,
        rules,
        contentType,
      });
      return {
        url,
        title: cleanLine(title ?? ''),
        text: cleanText(text),
        publishedAt: publishedAt ? new Date(publishedAt) : null,
        confidence,
      };
    });
  } catch (error) {
    if (
      error instanceof FetchError ||
      error instanceof ExtractionError ||
      error instanceof UrlReplacementError
    )
      throw new ValidationError([{ field: 'url', ...error.told }]);
    throw error;
  }
}
