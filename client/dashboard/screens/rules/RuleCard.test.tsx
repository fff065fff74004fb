import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { DeleteRuleMutation } from '../../__generated__/DeleteRuleMutation.graphql.ts';
import type { useUpdateRuleMutation } from '../../__generated__/useUpdateRuleMutation.graphql.ts';
import type { RuleListMoveMutation } from '../../__generated__/RuleListMoveMutation.graphql.ts';
import { openRules, rule } from '../../../testing/rules-screen.tsx';

const user = userEvent.setup();
const two = [rule('r1', 'Live'), rule('r2', 'Late')];
const names = () =>
  screen.getAllByTestId('rule').map((card) => within(card).getByRole('heading').textContent);
const press = (name: string) => user.click(screen.getByRole('button', { name }));

it('summarizes the rule in a line, and shows it in full when opened', async () => {
  await openRules(two);
  const card = within(screen.getAllByTestId('rule')[0]!);
  expect(card.getByText('IF title contains “live” THEN skip title')).toBeTruthy();
  expect(card.queryByRole('button', { name: 'Edit' })).toBeNull();
  await press('Live');
  expect(card.queryByText('IF title contains “live” THEN skip title')).toBeNull();
  expect(card.getByRole('button', { name: 'Edit' })).toBeTruthy();
});

it('offers viewers only to look, and without the feature only to delete', async () => {
  await openRules(two, { canConfigure: false });
  await press('Live');
  for (const name of ['Edit', 'Delete', 'Move Live down'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  cleanup();
  await openRules(two, { entitlements: [] });
  await press('Live');
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
});

it('moves immediately, reverts if the server refuses, and keeps the focus', async () => {
  const stage = await openRules(two);
  await press('Move Live down');
  expect(names()).toEqual(['Late', 'Live']);
  expect(stage.sent<RuleListMoveMutation>('RuleListMoveMutation').input).toEqual({ id: 'r1', position: 1 });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Live up');
  expect(screen.getByText('Live is now rule 2 of 2')).toBeTruthy();
  await stage.answerWith('RuleListMoveMutation', {
    data: { result: { __typename: 'NotAllowedError', __isError: 'NotAllowedError', message: 'No.' } },
  });
  expect(names()).toEqual(['Live', 'Late']);
});

it('is toggled immediately, and reverts if the server refuses', async () => {
  const stage = await openRules(two);
  const live = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Apply Live' });
  expect(live().checked).toBe(true);
  await user.click(live());
  expect(live().checked).toBe(false);
  expect(screen.getByText('Off')).toBeTruthy();
  expect(stage.sent<useUpdateRuleMutation>('useUpdateRuleMutation').input).toMatchObject({
    id: 'r1',
    enabled: false,
  });
  await stage.answerWith('useUpdateRuleMutation', {
    data: { result: { __typename: 'NotAllowedError', __isError: 'NotAllowedError', message: 'No.' } },
  });
  expect(live().checked).toBe(true);
});

it('can only be turned off without the feature', async () => {
  await openRules([rule('r1', 'Live'), rule('r2', 'Late', { enabled: false })], { entitlements: [] });
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Apply Live' }).disabled).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Apply Late' }).disabled).toBe(true);
});

it('is moved by the keys of its handle, which keeps the focus', async () => {
  const stage = await openRules(two);
  screen.getByRole('button', { name: 'Move Live' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(names()).toEqual(['Late', 'Live']);
  expect(stage.sent<RuleListMoveMutation>('RuleListMoveMutation').input).toEqual({ id: 'r1', position: 1 });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Live'));
});

it('reverts after a failure, and can restore the draft with one click', async () => {
  const stage = await openRules(two);
  await press('Live');
  await press('Edit');
  const words = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title contains, condition 1' });
  await user.clear(words());
  await user.type(words(), 'goal');
  await press('Save');
  await stage.refuse('useUpdateRuleMutation', { 'predicates.0': 'Not these words.' });
  expect(screen.getByRole('alert').textContent).toContain('The rule wasn’t saved. Not these words.');
  expect(screen.queryByRole('textbox')).toBeNull();
  await press('Restore my changes');
  expect(words().value).toBe('goal');
  expect(screen.getByText('Not these words.')).toBeTruthy();
  await press('Cancel');
  await press('Edit');
  expect(words().value).toBe('live');
});

it('shows the rule as the server saved it', async () => {
  const stage = await openRules(two);
  await press('Live');
  await press('Edit');
  await user.type(screen.getByRole('textbox', { name: 'Rule name' }), 's');
  await press('Save');
  expect(screen.getByRole('img', { name: 'Saving' })).toBeTruthy();
  await stage.succeed('useUpdateRuleMutation', 'UpdateProcessingRuleSuccess', {
    rule: { ...rule('r1', 'Lives'), __typename: 'ProcessingRule' },
  });
  expect(names()).toEqual(['Lives', 'Late']);
  expect(screen.getByText('Rule saved')).toBeTruthy();
});

it('is deleted after confirmation', async () => {
  const stage = await openRules(two);
  await press('Live');
  await press('Delete');
  await user.click(
    within(screen.getByRole('dialog', { name: 'Warning!' })).getByRole('button', { name: 'No' }),
  );
  expect(stage.isPending('DeleteRuleMutation')).toBe(false);
  await press('Delete');
  await user.click(
    within(screen.getByRole('dialog', { name: 'Warning!' })).getByRole('button', { name: 'Yes' }),
  );
  expect(stage.sent<DeleteRuleMutation>('DeleteRuleMutation').input).toEqual({ id: 'r1' });
  await stage.succeed('DeleteRuleMutation', 'DeleteProcessingRuleSuccess', {
    project: {
      __typename: 'Project',
      id: 'p7',
      processingRules: [{ ...rule('r2', 'Late'), __typename: 'ProcessingRule' }],
    },
  });
  expect(names()).toEqual(['Late']);
});
