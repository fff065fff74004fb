import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { signInWithGoogle } from './sign-in-refusal.ts';

afterEach(() => void vi.unstubAllGlobals());

/**
 * Asks on a server with these providers, as a person with these identities. @returns where the browser goes
 */
async function leadsTo(providers: string[], identities: string[]): Promise<string | null> {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  const environment = createMockEnvironment();
  const leaves = signInWithGoogle(environment);
  environment.mock.resolveMostRecentOperation((operation) =>
    MockPayloadGenerator.generate(operation, {
      Query: () => ({
        signInProviders: providers.map((name) => ({ name, path: `/connect/${name.toLowerCase()}/` })),
      }),
      Viewer: () => ({ identities: identities.map((provider) => ({ provider })) }),
    }),
  );
  const isLeaving = await leaves;
  expect(isLeaving).toBe(assign.mock.calls.length > 0);
  return isLeaving ? assign.mock.calls[0]![0] : null;
}

it('redirects if the server offers it and the user has not used it', async () => {
  expect(await leadsTo(['Google', 'Newsroom'], ['Newsroom'])).toBe('/connect/google/');
});

it('does not redirect if the server does not offer it, or if it cannot help', async () => {
  expect(await leadsTo([], [])).toBeNull();
  expect(await leadsTo(['Newsroom'], [])).toBeNull();
  expect(await leadsTo(['Google'], ['Google'])).toBeNull();
});
