import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { PreviewChannelMutation } from '../../../__generated__/PreviewChannelMutation.graphql.ts';
import type { useSpokenPreviewMutation } from '../../../__generated__/useSpokenPreviewMutation.graphql.ts';
import { openForm } from '../../../../testing/channel-form.tsx';

const user = userEvent.setup();
const spoken = { url: 'https://a.example/download/audio/p1.mp3', durationMs: 900 };

it('previews a text in the project’s voice, but no empty one', async () => {
  const stage = await openForm('ALEXA_SKILL');
  const preview = await screen.findByRole<HTMLButtonElement>('button', { name: 'Preview text: Intro text' });
  expect(preview.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Intro text' }), '  ');
  expect(preview.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Intro text' }), 'Hello');
  await user.click(preview);
  expect(stage.sent<useSpokenPreviewMutation>('useSpokenPreviewMutation').input).toMatchObject({
    voice: 'offline:en-US-Otto',
    language: 'en-US',
    text: 'Hello',
    voiceSettings: [{ key: 'rate', value: 1.2 }],
    project: 'p7',
  });
  await stage.refuse('useSpokenPreviewMutation', { text: 'Too rude.' });
  expect(screen.getByText('Too rude.')).toBeTruthy();
});

it('offers suitable sounds by label, and plays one only after it is selected', async () => {
  await openForm('ALEXA_SKILL');
  const field = await screen.findByRole('combobox', { name: 'Intro sound' });
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Intro sound has no audio yet' }).disabled,
  ).toBe(true);
  await user.click(field);
  const list = within(document.getElementById(field.getAttribute('aria-controls')!)!);
  expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Harp (built in)',
    'Own.mp3',
  ]);
  await user.click(list.getByRole('option', { name: 'Own.mp3' }));
  expect(screen.getByRole('button', { name: 'Play Intro sound' })).toBeTruthy();
});

it('plays intro, sounds and outro together, and shows when there is nothing', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const stage = await openForm('PODCAST', { title: 'News', introAudio: 'harp', outroText: 'Bye' });
  await user.click(await screen.findByRole('button', { name: 'Preview my podcast' }));
  expect(stage.sent<PreviewChannelMutation>('PreviewChannelMutation').input).toEqual({
    project: 'p7',
    introAudio: 'harp',
    introText: null,
    outroAudio: null,
    outroText: 'Bye',
    nextNewsAudio: null,
  });
  await stage.refuse('PreviewChannelMutation', { introText: 'Nothing to preview' });
  expect(within(screen.getByRole('dialog')).getByText('Nothing to preview')).toBeTruthy();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ok' }));
  await user.click(screen.getByRole('button', { name: 'Preview my podcast' }));
  await stage.succeed('PreviewChannelMutation', 'PreviewChannelSuccess', spoken);
  expect(play).toHaveBeenCalledOnce();
  // The page's one sound may have been made by a test before, whose document is gone.
  expect((play.mock.contexts[0] as HTMLAudioElement).src).toContain('/download/audio/p1.mp3');
});

it('has no outro in the form of the Google action, with a note that Google retired it', async () => {
  await openForm('GOOGLE_ACTION', { name: 'News' });
  expect(await screen.findByText(/retired conversational actions in June 2023/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Outro text' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Outro sound' })).toBeNull();
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Download action' }).href).toBe(
    'https://a.example/x/gazette',
  );
});
