import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { LimitQuoteQuery, LimitQuoteQuery$data } from '../../__generated__/LimitQuoteQuery.graphql.ts';
import type { SettingsForm_project$data } from '../../__generated__/SettingsForm_project.graphql.ts';
import type { useSaveSettingsMutation } from '../../__generated__/useSaveSettingsMutation.graphql.ts';
import query, {
  type SettingsScreenQuery,
  type SettingsScreenQuery$data,
} from '../../__generated__/SettingsScreenQuery.graphql.ts';
import type { declaredSettings_project$data } from '../../__generated__/declaredSettings_project.graphql.ts';
import type { voiceSearch_voice$data } from '../../__generated__/voiceSearch_voice.graphql.ts';
import type { VoicePicker_query$data } from '../../__generated__/VoicePicker_query.graphql.ts';
import type { VoiceSettings_voice$data } from '../../__generated__/VoiceSettings_voice.graphql.ts';
import { ServerError } from '../../relay/failures.ts';
import { chooseLanguage } from '../../words/language.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import SettingsScreen from './SettingsScreen.tsx';

type Language = VoicePicker_query$data['voiceLanguages'][number];
interface Types {
  Project: NonNullable<SettingsScreenQuery$data['project']> &
    SettingsForm_project$data &
    Fields<declaredSettings_project$data>;
  VoiceLanguage: Language;
  Voice: Fields<voiceSearch_voice$data> & VoiceSettings_voice$data;
}

const project = {
  id: 'p7',
  databaseId: 7,
  name: 'Gazette',
  canConfigure: true,
  canReadLogs: false,
  entitlements: ['PAYWALL' as const, 'CHARACTER_LIMIT' as const],
  organization: null,
  voice: { name: 'fine:amy', language: 'en-US', settings: [], failover: null, details: { label: 'Amy' } },
  extractorRules: [{ type: 'SHOULD' as const, selector: '.story' }],
  urlReplacements: [],
  sources: [],
  canManageSecurityKey: true,
  settingsRevision: 4,
  hasSecurityKey: false,
  children: [],
  sound: { pauseSentence: 350, pauseParagraph: 800, pauseHeading: 1000, bitrate: 64, cover: null },
  extraction: {
    mainUrl: null,
    autoAddArticles: false,
    playerArticlesPerDay: 50,
    articlesFromDate: null,
    autoUpdateArticles: false,
    ipAddressEnabled: false,
    ipAddress: null,
  },
  paywall: {
    enabled: false,
    callToAction: 'Listen',
    paragraphLimit: 2,
    suffixEnabled: false,
    suffix: null,
    securityEnabled: false,
  },
  ads: {
    enabled: false,
    provider: null,
    interval: 10,
    length: 15,
    publisherId: null,
    googleTagUrl: null,
    tagUrl: null,
    campaign: null,
  },
  review: { percentErrors: 20, percentArticles: 10, beforePublishing: false },
  limits: { enabled: true, charactersPerDay: 5000 },
  normalization: { enabled: false, prompt: null },
};

let user: ReturnType<typeof userEvent.setup>;
let stage: Awaited<ReturnType<typeof renderScreen>>;
async function open(hash = '') {
  stage = await renderScreen<SettingsScreenQuery>(
    SettingsScreen,
    query,
    { id: '7' },
    { path: '/projects/:id/settings', at: `/projects/7/settings${hash}` },
  );
  await stage.answer<Types>('SettingsScreenQuery', {
    Project: () => project,
    VoiceLanguage: () => ({ language: 'en-US', name: 'English' }),
    Voice: () => ({
      name: 'fine:amy',
      label: 'Amy',
      language: 'en-US',
      provider: 'fine',
      providerTitle: 'Fine voices',
      gender: 'FEMALE',
      tier: 'STANDARD',
      favorite: false,
      warnings: [],
      availableModels: ['plain', 'rich'],
      styles: [],
      availableSettings: [],
    }),
  });
}
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await open();
});

const panel = (title: string) =>
  screen.getByRole('heading', { name: title, hidden: true }).closest('details')!;
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
const rename = () => user.type(screen.getByRole('textbox', { name: 'Project name' }), ' Two');
const quoted = () => stage.sent<LimitQuoteQuery>('LimitQuoteQuery');
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('opens the panel of a refused field, shows the error, and focuses it', async () => {
  await rename();
  expect(panel('Parsing').open).toBe(false);
  await save();
  await stage.refuse('useSaveSettingsMutation', {
    'extractorRules.0.selector': 'Rule 1: this is no CSS selector.',
  });
  expect(panel('Parsing').open).toBe(true);
  const selector = screen.getByRole('textbox', { name: 'Selector of rule 1' });
  expect(within(panel('Parsing')).getByText('Rule 1: this is no CSS selector.')).toBeTruthy();
  expect(document.activeElement).toBe(selector);
  await user.type(selector, 'x');
  expect(screen.queryByText('Rule 1: this is no CSS selector.')).toBeNull();
});

it('opens and focuses the setting in the URL', async () => {
  cleanup();
  await open('#setting-pauseParagraph');
  expect(panel('Sound').open).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Pause after paragraph' }));
});

it('opens the panel again if it was closed over the same error', async () => {
  await rename();
  for (let times = 0; times < 2; times++) {
    await save();
    await stage.refuse('useSaveSettingsMutation', { 'extractorRules.0.selector': 'No.' });
    expect(panel('Parsing').open).toBe(true);
    await user.click(screen.getByRole('heading', { name: 'Parsing' }));
    await act(async () => void (panel('Parsing').open = false));
  }
});

it.each([
  ['Voice', 'voice.settings'],
  ['Organization', 'organization'],
  ['Sound', 'sound.cover'],
  ['Daily character limit', 'limits.charactersPerDay'],
  ['Paywall', 'paywall.callToAction'],
])('shows in the panel %s what is wrong with %s', async (title, field) => {
  await rename();
  await save();
  await stage.refuse('useSaveSettingsMutation', { [field]: 'Refused for a reason.' });
  expect(panel(title).open).toBe(true);
  expect(within(panel(title)).getByText('Refused for a reason.')).toBeTruthy();
});

it('shows errors without a field next to Save', async () => {
  await rename();
  await save();
  await stage.refuse('useSaveSettingsMutation', { children: 'This feature is not enabled.' });
  expect(screen.getByRole('alert').textContent).toBe('Not saved. This feature is not enabled.');
});

it('sends changes once, and opens the project', async () => {
  await rename();
  await save();
  expect(stage.sent<useSaveSettingsMutation>('useSaveSettingsMutation')).toEqual({
    input: { id: 'p7', name: 'Gazette Two', revision: 4 },
  });
});

it('names missing fields before anything is sent', async () => {
  await user.click(screen.getByRole('heading', { name: 'Parsing', hidden: true }));
  await user.clear(screen.getByRole('textbox', { name: 'Selector of rule 1', hidden: true }));
  await save();
  expect(within(panel('Parsing')).getByText('Field is required and cannot be empty')).toBeTruthy();
  expect(stage.isPending('useSaveSettingsMutation')).toBe(false);
});

const quote = (part: Partial<NonNullable<LimitQuoteQuery$data['project']>['limitQuote']>) =>
  stage.answer<{
    Project: { id: string };
    LimitQuote: NonNullable<LimitQuoteQuery$data['project']>['limitQuote'];
  }>('LimitQuoteQuery', {
    Project: () => ({ id: 'p7' }),
    LimitQuote: () => ({
      cost: 2,
      costPerMonth: 31,
      charactersToday: 120,
      charactersPerMonth: 2_000,
      hasAverage: true,
      ...part,
    }),
  });

it('shows the price of a limit per day and the usage per month', async () => {
  expect(quoted()).toEqual({ project: 'p7', limit: 5000, voice: 'fine:amy', model: null });
  await quote({});
  expect(panel('Daily character limit').textContent).toContain('2,000 a month on average, €31.00 a month');
  expect(panel('Daily character limit').textContent).toContain('up to €2.00 a day');
});

it('shows no average of a few days', async () => {
  await quote({ hasAverage: false });
  expect(panel('Daily character limit').textContent).toContain('120 characters used today. This limit');
});

it('updates the quote two seconds after the last change, saved or not', async () => {
  await quote({});
  await user.click(screen.getByRole('combobox', { name: 'Model' }));
  await user.click(screen.getByRole('option', { name: 'rich' }));
  expect(stage.isPending('LimitQuoteQuery')).toBe(false);
  await pass(2_000);
  expect(quoted()).toEqual({ project: 'p7', limit: 5000, voice: 'fine:amy', model: 'rich' });
  await quote({ cost: 4 });
  expect(panel('Daily character limit').textContent).toContain('up to €4.00 a day');
});

it('shows no quote if the limit is off', async () => {
  await quote({});
  await user.click(screen.getByRole('switch', { name: 'Limit characters per day', hidden: true }));
  await pass(2_000);
  expect(quoted()).toMatchObject({ limit: null });
  await quote({ cost: null });
  expect(panel('Daily character limit').textContent).toContain('€31.00 a month');
  expect(panel('Daily character limit').textContent).not.toContain('a day with');
});

it('keeps the form if the quote fails, and can retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await stage.fail(
    'LimitQuoteQuery',
    new ServerError('Internal server error', 'INTERNAL_SERVER_ERROR', '7d1f'),
  );
  const alert = within(panel('Daily character limit')).getByRole('alert', { hidden: true });
  within(alert).getByText('Couldn’t load the estimate.');
  expect(alert.textContent).toContain('Reference for support: 7d1f');
  expect(screen.getByRole('textbox', { name: 'Project name' })).toBeTruthy();
  await user.click(within(alert).getByRole('button', { name: 'Try again', hidden: true }));
  await quote({});
  expect(panel('Daily character limit').textContent).toContain('up to €2.00 a day');
});

const rail = () => within(screen.getByRole('navigation', { name: 'Sections' }));

it('lists the sections in order, each with its state', async () => {
  expect(
    rail()
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-label') ?? link.textContent),
  ).toEqual([
    'Project name',
    'Organization',
    'Voice',
    'Backup voice',
    'Sound',
    'Normalization',
    'Content source',
    'Parsing',
    'Smart QA, locked',
    'Article duplicator, locked',
    'Daily character limit',
    'Paywall',
    'Audio ads, locked',
    'Clone extractor rules',
  ]);
  await rename();
  expect(rail().getByRole('link', { name: 'Project name, changed' })).toBeTruthy();
  await save();
  await stage.refuse('useSaveSettingsMutation', { name: 'Taken.' });
  expect(rail().getByRole('link', { name: 'Project name, needs attention' })).toBeTruthy();
});

it('finds a section by the name of a setting, ignoring case', async () => {
  const links = () =>
    rail()
      .queryAllByRole('link')
      .map(({ textContent }) => textContent);
  await user.type(rail().getByRole('searchbox', { name: 'Find a setting' }), 'AUDIO qual');
  expect(links()).toEqual(['Sound']);
  await user.keyboard('{Enter}');
  expect(panel('Sound').open).toBe(true);
  await user.type(rail().getByRole('searchbox'), 'nonsense');
  expect(links()).toEqual([]);
  expect(screen.getByText('No matching settings.')).toBeTruthy();
});

it('opens the selected section, and focuses its title', async () => {
  await user.click(rail().getByRole('link', { name: 'Parsing' }));
  expect(panel('Parsing').open).toBe(true);
  expect(document.activeElement?.tagName).toBe('SUMMARY');
});

it('shows missing fields before it offers to save', async () => {
  await user.clear(screen.getByRole('textbox', { name: 'Project name' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  expect(screen.getByText('Give the project a name to save.')).toBeTruthy();
});

it('shows errors of URL replacements in their section', async () => {
  await user.click(screen.getByRole('button', { name: 'More settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'URL replacements' }));
  await user.click(dialog.getByRole('button', { name: 'Add replacement' }));
  await user.type(dialog.getByRole('textbox', { name: 'Text to find, replacement 1' }), '/old');
  await user.click(dialog.getByRole('checkbox', { name: 'Regex' }));
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await save();
  expect(within(panel('Parsing')).getByRole('alert').textContent).toBe(
    'Put the regular expression between slashes, for example /news/.',
  );
  expect(stage.isPending('useSaveSettingsMutation')).toBe(false);
});

it('shows what someone else saved in the meantime, and saves the chosen values on top of it', async () => {
  await rename();
  await save();
  await stage.answerWith('useSaveSettingsMutation', {
    data: {
      result: {
        __typename: 'ConflictError',
        __isError: 'ConflictError',
        message: 'Somebody has changed this.',
      },
    },
  });
  await stage.answer<Types & { User: { name: string } }>('useSaveSettingsLatestQuery', {
    Project: () => ({
      ...project,
      name: 'Gazette of theirs',
      limits: { enabled: true, charactersPerDay: 7000 },
      settingsRevision: 5,
    }),
    User: () => ({ name: 'Edda Editor' }),
  });
  const dialog = within(
    await screen.findByRole('dialog', { name: 'These settings have been changed in the meantime' }),
  );
  expect(dialog.getByText(/^Edda Editor has saved changes/)).toBeTruthy();
  expect(dialog.getByRole('row', { name: /Characters per day/ }).textContent).toContain('7,000');
  expect(dialog.getByRole('row', { name: /Project name/ }).textContent).toContain('Gazette of theirs');
  await user.click(dialog.getByRole('button', { name: 'Save my changes' }));
  expect(stage.sent<useSaveSettingsMutation>('useSaveSettingsMutation')).toEqual({
    input: { id: 'p7', name: 'Gazette Two', revision: 5 },
  });
});

it('is translated to German', async () => {
  await act(async () => chooseLanguage('de'));
  expect(
    within(screen.getByRole('navigation', { name: 'Abschnitte' })).getByRole('link', {
      name: 'Tägliches Zeichenlimit',
    }),
  ).toBeTruthy();
  expect(screen.getByText('Ein durchschnittlicher Artikel hat etwa 1.000')).toBeTruthy();
  await act(async () => chooseLanguage('en'));
});
