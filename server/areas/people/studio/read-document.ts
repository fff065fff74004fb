import { parse } from 'node:path/posix';
import type { DocumentFormat } from '../../../extraction/document-text.ts';
import { ExtractionError } from '../../../extraction/extraction-error.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { expectOk, FetchError, safeFetch } from '../../../lib/outbound/safe-fetch.ts';
import type { UploadedFile } from '../../../lib/requests/uploaded-file.ts';
import { GateFullError } from '../../../lib/threads/gate.ts';
import { ThreadEndedError } from '../../../lib/threads/start-thread.ts';
import { exceededMemory } from '../../../lib/threads/task-pool.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { cleanLine, cleanText, isVisible } from '../../articles/articles/input.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { studioMessages } from './messages.ts';

/** An imported text, to be edited. */
export interface ReadText {
  title: string;
  text: string;
  /** Whether it was longer than an audio may be. */
  isCut: boolean;
}

const documentMaxMegabytes = 10;
/** Seconds after which a file that found too many others waiting is worth another try. */
const retryAfter = 20;
/** Pages and documents of one person. */
const imports = declareRate('Studio imports', 'a person', { burst: 30, everyMs: 10_000 });
const formats: readonly DocumentFormat[] = ['txt', 'md', 'docx', 'pdf'];

/**
 * Reads the article of a web page.
 * @throws NotSignedInError, NotAllowedError for a program, ValidationError on `url`, LimitReachedError
 */
export async function readWebPage(app: App, actor: Actor, given: string): Promise<ReadText> {
  const { userId } = requireUser(actor);
  const url = given.trim();
  const problem = webAddressProblem(url);
  if (problem) throw new ValidationError([{ field: 'url', ...problem }]);
  await countAgainstRate(app, imports, callerOf(actor, ''), studioMessages.STUDIO_TOO_MANY_IMPORTS());
  try {
    return await runInteractive(
      app,
      { organizationId: null, ownerId: userId },
      async (extraction, signal) => {
        const page = expectOk(await safeFetch(url, { allowHosts: app.config.fetchAllowHosts, signal }));
        const { title, text } = await extraction.extractArticle(page.bytes, {
          url: page.url,
          rules: [],
          contentType: page.headers['content-type'] ?? null,
        });
        return readText(app, 'url', cleanLine(title ?? ''), text);
      },
    );
  } catch (error) {
    if (error instanceof FetchError || error instanceof ExtractionError)
      throw new ValidationError([{ field: 'url', ...error.told }]);
    throw error;
  }
}

/**
 * Reads the text of a file. @throws NotSignedInError, NotAllowedError for a program, ValidationError on
 * `file`,
 * LimitReachedError
 */
export async function readDocument(app: App, actor: Actor, { name, bytes }: UploadedFile): Promise<ReadText> {
  requireUser(actor);
  const refuse = (problem: Message) => new ValidationError([{ field: 'file', ...problem }]);
  const { name: base, ext } = parse(name.replaceAll('\\', '/'));
  const extension = ext.slice(1);
  const format = formats.find((known) => known === extension.toLowerCase().replace('markdown', 'md'));
  if (!format) throw refuse(studioMessages.STUDIO_DOCUMENT_FORMAT());
  if (bytes.length > documentMaxMegabytes * 1024 * 1024)
    throw refuse(studioMessages.STUDIO_DOCUMENT_TOO_LARGE({ most: documentMaxMegabytes }));
  await countAgainstRate(app, imports, callerOf(actor, ''), studioMessages.STUDIO_TOO_MANY_IMPORTS());
  try {
    const most = app.config.articleMaxCharacters;
    const read = await app.files.document({ format, bytes, most }, callerOf(actor, ''));
    if ('problem' in read)
      throw refuse(
        read.problem === 'too-much'
          ? studioMessages.STUDIO_DOCUMENT_TOO_DEMANDING()
          : studioMessages.STUDIO_DOCUMENT_UNREADABLE(),
      );
    return readText(app, 'file', cleanLine(base), read.text);
  } catch (error) {
    if (exceededMemory(error)) throw refuse(studioMessages.STUDIO_DOCUMENT_TOO_DEMANDING());
    if (error instanceof ThreadEndedError) throw refuse(studioMessages.STUDIO_DOCUMENT_UNREADABLE());
    if (error instanceof GateFullError)
      throw new LimitReachedError(studioMessages.STUDIO_TOO_MANY_IMPORTS(), { retryAfter });
    throw error;
  }
}

function readText({ config }: App, field: string, title: string, found: string): ReadText {
  const text = cleanText(found);
  if (!isVisible(text)) throw new ValidationError([{ field, ...studioMessages.STUDIO_DOCUMENT_EMPTY() }]);
  const most = config.articleMaxCharacters;
  return { title, text: text.slice(0, most).toWellFormed(), isCut: text.length > most };
}
