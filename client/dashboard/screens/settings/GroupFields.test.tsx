import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { declaredInput, declaredProblem, declarationOf, namesByPath } from './declared-fields.ts';
import { GroupFields } from './GroupFields.tsx';
import type { SettingsFormState } from './settings-form-state.ts';
import { fieldsIn, sections } from './settings-sections.ts';

// A setting more than there is: what is generated of its line, and its label.
vi.mock('../../generated/project-settings.ts', async (original) => {
  const { projectSettings } = await original<typeof import('../../generated/project-settings.ts')>();
  const motto = { kind: 'text', max: 20, default: null, path: ['limits', 'motto'] };
  return { projectSettings: { ...projectSettings, motto } };
});
vi.mock('../../generated/words/settingNames.ts', async (original) => {
  const { settingNamesWords } = await original<typeof import('../../generated/words/settingNames.ts')>();
  return {
    settingNamesWords: {
      get en() {
        return { ...settingNamesWords.en, motto: { label: 'Motto' } };
      },
    },
  };
});

it('shows a setting that is only declared and called something, checks it and sends it', async () => {
  const edit = vi.fn();
  const form = {
    value: { limitEnabled: true, limitPerDay: 5000, motto: null },
    errors: { motto: 'Too loud.' },
    project: { entitlements: ['character_limit'] },
    isAdministrator: false,
    edit,
    // What the fields of limits do not read is left out.
  } as unknown as SettingsFormState;
  render(
    <MantineProvider env="test">
      <GroupFields form={form} group="limits" />
    </MantineProvider>,
  );
  const field = screen.getByRole('textbox', { name: 'Motto' });
  expect(screen.getByText('Too loud.')).toBeTruthy();
  await userEvent.type(field, 'Q');
  expect(edit).toHaveBeenCalledWith({ motto: 'Q' });
  expect(declaredProblem(declarationOf('motto')!, 'x'.repeat(21))).toBe('At most 20 characters.');
  expect(declaredInput({ motto: 'Quiet', limitPerDay: '7' })).toEqual({
    limits: { motto: 'Quiet', charactersPerDay: 7 },
  });
  expect(namesByPath.get('limits.motto')).toBe('motto');
  expect(sections.filter((section) => fieldsIn(section).includes('motto')).map(({ id }) => id)).toEqual([
    'limit',
  ]);
});
