import { expect, type Page } from '@playwright/test';
import { isFull } from '../support/full.ts';
import { screensOf } from './screens.ts';
import { open, signIn, stage, test, type Who } from './stage.ts';

/** Returns addresses of a signed-in user's screens, some of which each role may not open. */
function addresses(): string[] {
  const { newsroom } = stage();
  const ofProject = [
    '',
    '/settings',
    '/stats',
    '/processing-rules',
    '/qa',
    '/add-channel',
    '/add-playlist',
  ].map((part) => `/projects/${newsroom}${part}`);
  const all = Object.values(screensOf(stage())).flatMap(([, screens]) => screens.map(([, path]) => path));
  return isFull
    ? all.filter((path) => /^\/(projects|dictionaries|studio)\b/.test(path))
    : [...ofProject, '/dictionaries/projects', '/dictionaries/global', '/projects/administration'];
}

/** What a screen says to a person who is signed in: it is never the form that signs in. */
async function expectAtHome(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Something went wrong' }), path).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true }), path).toHaveCount(0);
  expect(new URL(page.url()).pathname, path).not.toBe('/');
}

for (const who of [
  'editor',
  'reader',
  ...(isFull ? (['maintainer', 'penniless'] as const) : []),
] satisfies Who[])
  test(`every URL shows the ${who} a screen or an explanation, without signing out`, async ({ page }) => {
    await signIn(page, who);
    for (const path of addresses()) {
      await open(page, path);
      await expectAtHome(page, path);
    }
  });

test('a report that the role does not include is explained in place', async ({ page }) => {
  await signIn(page, 'reader');
  await open(page, `/projects/${stage().newsroom}/stats`);
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
});

test('a failed sign-in at a provider is explained to a signed-in user, without the form', async ({
  page,
}) => {
  await signIn(page, 'editor');
  await open(page, '/?refused=OPENID_NOT_SET_UP');
  await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('isn’t set up on this server');
  await expectAtHome(page, '/?refused=OPENID_NOT_SET_UP');
});
