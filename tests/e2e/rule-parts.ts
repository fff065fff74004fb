import { expect, type Page } from '@playwright/test';
import { open } from './stage.ts';

export const rules = (page: Page) => page.getByTestId('rule');

/** Opens a project's rules, and waits for their list or the empty state. */
export async function openRules(page: Page, project: number): Promise<void> {
  await open(page, `/projects/${project}/processing-rules`);
  await expect(page.getByRole('heading', { level: 1, name: 'Processing rules' })).toBeVisible();
}

/** Goes to the start page of a new rule, and on with a template, or with none. */
export async function beginRule(page: Page, template: string | RegExp): Promise<void> {
  await page.getByRole('link', { name: 'Add New Rule' }).click();
  await page.getByRole('button', { name: template }).click();
  await expect(page.getByRole('heading', { name: 'New rule' })).toBeVisible();
}

/** Chooses what a condition or an action is. @param place from 1 */
export async function chooseKind(
  page: Page,
  what: 'condition' | 'action',
  place: number,
  title: string,
): Promise<void> {
  await page.getByRole('combobox', { name: `Type of ${what} ${place}` }).click();
  await page.getByRole('option', { name: title, exact: true }).click();
}

/**
 * Saves a rule and waits until it is saved. Not for the notice, which is gone after two seconds: a busy
 * machine may look too late.
 */
export async function saveRule(page: Page): Promise<void> {
  const save = page.getByRole('button', { name: 'Save' });
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/graphql') &&
      /^(?:NewRule|useUpdateRule)Mutation$/.test(response.request().postDataJSON()?.operationName),
  );
  await save.click();
  expect((await (await answered).json()).data.result.__typename).toMatch(/Success$/);
  await expect(save).toBeHidden();
}
