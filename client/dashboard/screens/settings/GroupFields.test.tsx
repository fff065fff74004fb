import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { projectSettings } from '../../generated/project-settings.ts';
import { settingNamesWords } from '../../generated/words/settingNames.ts';
import type { SettingsFormState } from './settings-form-state.ts';

// Adds a setting: its generated line and its label. Files share their worker's modules, so the modules that
// derive from these two are reloaded here, and again for the next file.
async function withMotto() {
  vi.resetModules();
  vi.doMock('../../generated/project-settings.ts', () => ({
    projectSettings: {
      ...projectSettings,
      motto: { kind: 'text', max: 20, default: null, path: ['limits', 'motto'] },
    },
  }));
  vi.doMock('../../generated/words/settingNames.ts', () => ({
    settingNamesWords: {
      get en() {
        return { ...settingNamesWords.en, motto: { label: 'Motto' } };
      },
    },
  }));
  const loaded = {
    ...(await import('./declared-fields.ts')),
    ...(await import('./GroupFields.tsx')),
    ...(await import('./settings-sections.ts')),
  };
  const { wordsLoaded } = await import('../../words/words-part.ts');
  await wordsLoaded('en');
  return loaded;
}

afterEach(() => {
  vi.doUnmock('../../generated/project-settings.ts');
  vi.doUnmock('../../generated/words/settingNames.ts');
  vi.resetModules();
});

it('shows, validates and sends a setting that has only a declaration and a label', async () => {
  const { GroupFields, declarationOf, declaredInput, declaredProblem, fieldsIn, namesByPath, sections } =
    await withMotto();
  const edit = vi.fn();
  const form = {
    value: { limitEnabled: true, limitPerDay: 5000, motto: null },
    errors: { motto: 'Too loud.' },
    project: { entitlements: ['CHARACTER_LIMIT'] },
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
  expect(declaredProblem(declarationOf('motto')!, 'x'.repeat(21))).toBe('Use at most 20 characters.');
  expect(declaredInput({ motto: 'Quiet', limitPerDay: '7' })).toEqual({
    limits: { motto: 'Quiet', charactersPerDay: 7 },
  });
  expect(namesByPath.get('limits.motto')).toBe('motto');
  expect(sections.filter((section) => fieldsIn(section).includes('motto')).map(({ id }) => id)).toEqual([
    'limit',
  ]);
});
