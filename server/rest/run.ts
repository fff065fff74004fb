import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { CallError, compile, notFound, refuseTooMuch } from './compile.ts';
import { readForm } from '../lib/requests/form-data.ts';
import { nestedFields, parseForm } from '../lib/requests/form-fields.ts';
import { BodyError } from '../lib/requests/request-body.ts';
import { registerOpenapi } from './openapi.ts';
import { rows } from './rows.ts';
import { readUpload } from './upload.ts';
import type { Call, Failure, Row } from './row.ts';
import { declaredStatus, failureBody, statusOf } from './status.ts';
import { attachment } from '../lib/requests/attachment.ts';

export interface RestOptions {
  schema: GraphQLSchema;
  /** Why something cannot be done now, where that will pass. */
  whyUnavailable(error: unknown): { message: string; retryAfter: number } | null;
  /** Maximum bytes of a body, except a file's. Unauthenticated clients cannot send one. */
  bodyLimit: number;
  /**
   * What resolvers are given for a request. @throws NotSignedInError for a token that is wrong or has expired
   */
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<RestContext>;
  /** Does what a call asks once, however often the call is made with one key. */
  repeatably<T>(request: FastifyRequest, context: RestContext, work: () => Promise<T>): Promise<T>;
}

/**
 * All that this layer knows of the context: whether a caller is authenticated, and by which key it takes
 * turns.
 */
export interface RestContext {
  actor: { kind: string };
  caller: string;
}

/**
 * Serves the REST calls that older clients make, each by running its GraphQL document as the caller.
 * @throws RowError when a row's document does not fit the schema.
 */
export function registerRest(
  server: FastifyInstance,
  { schema, bodyLimit, contextOf, repeatably, whyUnavailable }: RestOptions,
): void {
  const contexts = new WeakMap<FastifyRequest, RestContext>();
  const compiled = rows.map((row) => ({ row, run: compile(row, schema) }));
  registerOpenapi(server);
  server.register(async (scope) => {
    readLegacyBodies(scope, bodyLimit, (request) => contexts.get(request)!.caller);
    // Runs before the body is read: unauthenticated clients cannot send megabytes.
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', vary: 'authorization, cookie' });
      const context = await contextOf(request, reply);
      if (context.actor.kind === 'anonymous')
        throw new CallError({ type: 'NotSignedInError', message: 'Sign in to continue.', fieldErrors: [] });
      contexts.set(request, context);
    });
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const failure = failureOf(schema, error);
      if (statusOf(schema, failure) === 500)
        request.log.error(
          { err: error, method: request.method, path: request.routeOptions.url },
          'unexpected error',
        );
      const row = (request.routeOptions.config as { row?: Row }).row;
      const unavailable = whyUnavailable(error);
      if (unavailable)
        return reply
          .code(503)
          .header('retry-after', unavailable.retryAfter)
          .send({ ...failureBody(plain('InternalError', unavailable.message)), errorId: request.id });
      // Reports rate limiting by the HTTP status; old clients take it for a network failure, which is
      // acceptable.
      const tooOften = failure.type === 'LimitReachedError' && reply.hasHeader('retry-after');
      const declared = failure.type === 'MalformedError' ? error.statusCode! : statusOf(schema, failure);
      const status = tooOften ? 429 : declared === 200 ? (row?.failStatus ?? 200) : declared;
      const { retryAfter } = error as { retryAfter?: number };
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      if (status === 401) reply.header('www-authenticate', 'Bearer');
      const errorId = status >= 500 ? { errorId: request.id } : {};
      const body = row?.fail?.(failure) ?? failureBody(failure);
      return reply.code(status).send({ ...body, ...errorId });
    });
    const serve = (scoped: FastifyInstance, { row, run }: (typeof compiled)[number]): void => {
      scoped.route({
        method: row.method,
        url: row.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: { row },
        bodyLimit,
        handler: async (request, reply) => {
          const call = callOf(request);
          refuseTooMuch(call.body);
          const context = contexts.get(request)!;
          const data = await repeatably(request, context, () => run(call, context));
          const fileName = row.file?.name(data) ?? null;
          if (row.file && fileName !== null) {
            const [, title = fileName, extension = 'txt'] = /^(.*)\.(\w+)$/s.exec(fileName) ?? [];
            reply.headers({
              'content-type': `${row.file.type}; charset=utf-8`,
              'content-disposition': attachment(title, 'file', extension),
            });
          }
          return row.reply ? reply.send(row.reply(data, call)) : reply.code(204).send();
        },
      });
    };
    for (const one of compiled.filter(({ row }) => !row.upload)) serve(scope, one);
    await scope.register(async (uploads) => {
      uploads.removeAllContentTypeParsers();
      uploads.addContentTypeParser('*', (request: FastifyRequest, body: FastifyRequest['raw']) =>
        readUpload(
          body,
          (request.routeOptions.config as { row?: Row }).row!.upload!,
          contexts.get(request)!.caller,
        ),
      );
      for (const one of compiled.filter(({ row }) => row.upload)) serve(uploads, one);
    });
    scope.all('/api/*', () => {
      throw notFound();
    });
  });
}

function callOf(request: FastifyRequest): Call {
  const query = request.query as Record<string, string | string[]>;
  return {
    params: request.params as Record<string, string>,
    query: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
    ),
    body: request.body,
  };
}

/**
 * Reads JSON and forms, urlencoded or multipart. Detects the format of a body without a type or with
 * `text/plain` (the default of `fetch`). Accepts an empty body with any content type.
 */
function readLegacyBodies(
  scope: FastifyInstance,
  bodyLimit: number,
  callerOf: (request: FastifyRequest) => string,
): void {
  scope.removeAllContentTypeParsers();
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  const asText = { parseAs: 'string' } as const;
  const readJson: typeof parseJson = (request, body, done) =>
    body.trim() === '' ? done(null) : parseJson(request, body, done);
  scope.addContentTypeParser(/^application\/([\w.-]+\+)?json\b/i, asText, readJson);
  scope.addContentTypeParser<string>('application/x-www-form-urlencoded', asText, (_, body, done) =>
    done(null, parseForm(body)),
  );
  scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    const limits = { fileBytes: 0, files: 0, fields: 1_000, fieldBytes: bodyLimit };
    const { fields } = await readForm(request.raw, { ...limits, caller: callerOf(request) });
    return nestedFields(fields);
  });
  scope.addContentTypeParser<string>('*', asText, (request, body, done) => {
    const type = request.headers['content-type'] ?? '';
    if (type !== '' && !/^text\/plain\b/i.test(type))
      return done(new BodyError(415, 'The body must be JSON or a form.'));
    return /^\s*[[{]/.test(body) ? readJson(request, body, done) : done(null, parseForm(body));
  });
}

function failureOf(schema: GraphQLSchema, error: FastifyError | CallError): Failure {
  if (error instanceof CallError) return error.failure;
  if (declaredStatus(schema, error.name) !== undefined) return plain(error.name, error.message);
  if (error.statusCode && (error.statusCode < 500 || error.name === 'BodyError'))
    return plain('MalformedError', error.message);
  return plain('InternalError', 'Internal server error');
}

const plain = (type: string, message: string): Failure => ({ type, message, fieldErrors: [] });
