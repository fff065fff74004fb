import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ env: { PUBLIC_URL: 'https://parlance.example' } });
const password = 'correct horse battery staple';
/** What a browser says of a request that a page of ours makes. */
const browser = { 'sec-fetch-site': 'same-origin' };
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
  await server.app.db.prisma.user.update({
    where: { id: room.editor.id },
    data: { passwordHash: quickHash(password) },
  });
});

/** Signs in, and returns the cookies by name with their attributes. */
async function signIn(headers: Record<string, string>): Promise<Map<string, string>> {
  const response = await fetch(`${server.url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: room.editor.email, password }),
  });
  expect(await response.json()).toMatchObject({ result: 'ok', token: expect.stringMatching(/./) });
  return new Map(
    response.headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line] as const),
  );
}

const valueOf = (line: string): string => line.slice(line.indexOf('=') + 1, line.indexOf(';'));

async function who(cookie: string, headers: Record<string, string> = browser): Promise<string | undefined> {
  const response = await fetch(
    `${server.url}/graphql?query=${encodeURIComponent('{ viewer { user { email } } }')}`,
    { headers: { cookie, accept: 'application/json', ...headers } },
  );
  const { data } = (await response.json()) as {
    data?: { viewer: { user: { email: string } | null } | null };
  };
  return data?.viewer?.user?.email;
}

test('over HTTPS the session is in a host-only cookie', async () => {
  const cookies = await signIn(browser);
  expect([...cookies.keys()].sort()).toEqual(['__Host-device', '__Host-jwt']);
  for (const line of cookies.values()) {
    expect(line).toMatch(/; Path=\/(;|$)/);
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax']) expect(line).toContain(attribute);
    expect(line).not.toContain('Domain');
  }
  expect(await who(`__Host-jwt=${valueOf(cookies.get('__Host-jwt')!)}`)).toBe(room.editor.email);
});

test('a program that stores cookies still signs in with the jwt cookie', async () => {
  const cookies = await signIn({});
  const cookie = `jwt=${valueOf(cookies.get('jwt')!)}`;
  expect(cookies.has('__Host-jwt')).toBe(false);
  expect(await who(cookie, {})).toBe(room.editor.email);
});

test('a session cookie from before the prefix still works, and no other jwt cookie counts', async () => {
  const session = await server.app.db.prisma.session.create({
    data: { userId: room.editor.id, expiresAt: new Date(Date.now() + 3_600_000) },
  });
  const before = server.app.tokens.sign({ sid: session.id }, session.expiresAt);
  expect(await who(`jwt=${before}`)).toBe(room.editor.email);
  // Another host of the domain sets the cookie, with its own session.
  const foreign = await server.signIn(room.outsider);
  expect(await who(`jwt=${foreign}`)).toBeUndefined();
  const own = valueOf((await signIn(browser)).get('__Host-jwt')!);
  expect(await who(`jwt=${foreign}; __Host-jwt=${own}`)).toBe(room.editor.email);
});

test('signing out clears both cookies', async () => {
  const own = valueOf((await signIn(browser)).get('__Host-jwt')!);
  const response = await fetch(`${server.url}/logout`, {
    redirect: 'manual',
    headers: { cookie: `__Host-jwt=${own}; jwt=old`, ...browser },
  });
  const cleared = response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=')));
  expect(cleared.sort()).toEqual(['__Host-jwt', 'jwt']);
  expect(await who(`__Host-jwt=${own}`)).toBeUndefined();
});
