/**
 * Baseline for `/ev`: Fastify, the schema of an event, and an empty 204. The benchmark runs it as a process.
 */
import Fastify from 'fastify';

const number = { type: 'number' } as const;
const string = { type: 'string' } as const;

const server = Fastify();
server.post(
  '/ev',
  {
    schema: {
      body: {
        type: 'object',
        required: ['ac'],
        properties: {
          ac: {
            enum: 'seen load play playlist_play pause resume finished close progress enhance enhancing enhanced'.split(
              ' ',
            ),
          },
          au: { ...string, maxLength: 2_048 },
          v: { type: 'integer', minimum: 0, maximum: 100 },
          u: { ...string, pattern: '^[A-Za-z0-9_-]{0,64}$' },
          x: { ...number, minimum: 0, maximum: 100 },
          y: { ...number, minimum: 0, maximum: 100 },
          ct: { ...number, minimum: 0, maximum: 86_400 },
          d: { ...number, minimum: 0, maximum: 86_400 },
          res: { ...string, maxLength: 2_048 },
          status: { ...string, maxLength: 16 },
          id: { ...string, pattern: '^[A-Za-z0-9_-]{8,64}$' },
          age: { type: 'integer', minimum: 0 },
          c: { ...string, maxLength: 100 },
          a: { type: 'integer', minimum: 1 },
          h: {
            type: 'array',
            maxItems: 50,
            items: { type: 'array', minItems: 2, maxItems: 2, items: number },
          },
          rate: { ...number, minimum: 0.1, maximum: 16 },
        },
      },
    },
  },
  (_, reply) => reply.code(204).send(),
);
console.log(await server.listen({ port: 0, host: '127.0.0.1' }));
