import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { NewRuleMutation } from '../../__generated__/NewRuleMutation.graphql.ts';
import type { useUpdateRuleMutation } from '../../__generated__/useUpdateRuleMutation.graphql.ts';
import { openRules, rule } from '../../../testing/rules-screen.tsx';

const user = userEvent.setup();
const choose = async (kind: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: kind }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
const edit = async (name: string) => {
  await user.click(screen.getByRole('button', { name }));
  await user.click(screen.getByRole('button', { name: 'Edit' }));
};

it('is not saved while incomplete, and shows what is missing after an attempt', async () => {
  const stage = await openRules([], {}, '?new=rule');
  expect(screen.queryByRole('alert')).toBeNull();
  await save();
  expect(screen.getByRole('alert').textContent).toBe('Fields IF and THEN is required and cannot be empty');
  await choose('Type of condition 1', 'Title contains');
  await choose('Type of action 1', 'Background music');
  expect(screen.queryByText('Fields IF and THEN is required and cannot be empty')).toBeNull();
  expect(
    screen.getByRole('textbox', { name: 'Title contains, condition 1' }).getAttribute('aria-invalid'),
  ).toBe('true');
  expect(screen.getByText('Choose a sound')).toBeTruthy();
  await save();
  expect(stage.isPending('NewRuleMutation')).toBe(false);
});

it('sends the selected parts, and lets the server name the rule if empty', async () => {
  const stage = await openRules([], {}, '?new=rule');
  await choose('Type of condition 1', 'Length greater than');
  await user.click(screen.getByRole('button', { name: 'Add condition' }));
  await choose('Type of action 1', 'Skip title');
  expect(screen.getByText('Doesn’t read the title aloud.')).toBeTruthy();
  await save();
  expect(stage.sent<NewRuleMutation>('NewRuleMutation').input).toEqual({
    project: 'p7',
    name: 'Title',
    predicates: [{ operator: 'greater_than', subject: 'length', value: '1000' }],
    actions: [{ action: 'skip_title', values: [] }],
  });
});

it('keeps the input if another kind accepts it, too', async () => {
  const stage = await openRules([rule('r1', 'Live')]);
  await edit('Live');
  await choose('Type of condition 1', 'URL contains');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'URL contains, condition 1' }).value).toBe(
    'live',
  );
  await choose('Type of condition 1', 'Length greater than');
  expect(
    screen.getByRole<HTMLInputElement>('textbox', { name: 'Length greater than, condition 1' }).value,
  ).toBe('1,000');
  await user.click(screen.getByRole('button', { name: 'Add action' }));
  await user.click(screen.getByRole('button', { name: 'Remove action 1' }));
  await choose('Type of action 1', 'Skip title');
  await save();
  expect(stage.sent<useUpdateRuleMutation>('useUpdateRuleMutation').input).toEqual({
    id: 'r1',
    name: 'Live',
    predicates: [{ operator: 'greater_than', subject: 'length', value: '1000' }],
    actions: [{ action: 'skip_title', values: [] }],
  });
});

it('shows refusals of the server at the part, until it is edited', async () => {
  const stage = await openRules([], {}, '?new=rule');
  await choose('Type of condition 1', 'Title contains');
  const words = screen.getByRole('textbox', { name: 'Title contains, condition 1' });
  await user.type(words, 'live');
  await choose('Type of action 1', 'Skip title');
  await save();
  await stage.refuse('NewRuleMutation', { 'predicates.0': 'Such words are not allowed.' });
  const part = within(screen.getByTestId('condition'));
  expect(part.getByText('Such words are not allowed.')).toBeTruthy();
  await user.type(words, '!');
  expect(part.queryByText('Such words are not allowed.')).toBeNull();
});

it('shows a kind that the catalogue no longer has by its name, without a value', async () => {
  await openRules([rule('r1', 'Old', { actions: [{ action: 'sing', values: ['loud'] }] })]);
  await edit('Old');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Type of action 1' }).value).toBe('sing');
  expect(within(screen.getByTestId('action')).queryByText('loud')).toBeNull();
});

it('shows how many articles match, once the conditions are complete', async () => {
  const stage = await openRules([rule('r1', 'Live')]);
  await edit('Live');
  const told = () => screen.getByTestId('rule-matches').textContent;
  await waitFor(() => expect(stage.isPending('RuleMatchesQuery')).toBe(true));
  expect(told()).toBe('Counting matching articles…');
  const answer = (ruleMatches: object) =>
    stage.answerWith('RuleMatchesQuery', {
      data: { project: { __typename: 'Project', id: 'p7', ruleMatches } },
    });
  await answer({ matching: 14, examined: 63, isAll: true });
  expect(told()).toBe('Matches 14 of 63 articles');
  const words = screen.getByRole('textbox', { name: 'Title contains, condition 1' });
  await user.clear(words);
  expect(told()).toBe('');
  await user.type(words, 'goal');
  await waitFor(() => expect(stage.isPending('RuleMatchesQuery')).toBe(true));
  await answer({ matching: 3, examined: 500, isAll: false });
  expect(told()).toBe('Matches 3 of the newest 500 articles');
});

it('starts with a template or a custom rule, and returns to the rules', async () => {
  const stage = await openRules([rule('r1', 'Live')]);
  await user.click(screen.getByRole('link', { name: 'Add New Rule' }));
  expect(await screen.findByRole('heading', { name: 'Select Rule' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Create Custom Rule/ })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Back to Rules' }));
  expect(stage.address()).toBe('/projects/7/processing-rules');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Select Rule' })).toBeNull());
});
