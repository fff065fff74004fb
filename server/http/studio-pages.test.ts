import Fastify from 'fastify';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import type { App } from '../kernel/app.ts';
import { registerStudioPages } from './studio-pages.ts';

test('a revoked link shows a message in the reader’s language, and is not indexed by search engines', async () => {
  const server = Fastify();
  const prisma = { studioAudio: { findFirst: async () => null } };
  registerStudioPages(server, { db: { prisma }, config: {} } as unknown as App);
  const said = async (headers: Record<string, string>) => {
    const answer = await server.inject({ url: '/listen/abcdefghij', headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({ 'x-robots-tag': 'noindex', vary: 'accept-language, cookie' });
    const { document } = parseHTML(answer.body);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    return [document.documentElement.lang, document.querySelector('h1')?.textContent];
  };
  const german = ['de', 'Dieses Audio ist nicht verfügbar.'];
  expect(await said({ 'accept-language': 'de-CH, en;q=0.8' })).toEqual(german);
  expect(await said({ 'accept-language': 'nl, fr;q=0.9' })).toEqual([
    'fr',
    'Cet audio n’est pas disponible.',
  ]);
  expect(await said({ 'accept-language': 'fr', cookie: 'parlance.language=de' })).toEqual(german);
  expect(await said({})).toEqual(['en', 'This audio isn’t available.']);
});
