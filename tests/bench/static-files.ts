/** What ranges are compared with: @fastify/static as it is delivered. Run as a process by the benchmark. */
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

const server = Fastify();
await server.register(fastifyStatic, { root: process.env['FOLDER']! });
console.log(await server.listen({ port: 0, host: '127.0.0.1' }));
