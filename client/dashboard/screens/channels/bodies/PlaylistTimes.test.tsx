import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderComponent } from '../../../../testing/screen.tsx';
import type { PublishedPlaylist } from '../fields/playlist-choice.ts';
import { PlaylistTimes } from './PlaylistTimes.tsx';

const user = userEvent.setup();
const offered = [
  { id: 'p1', name: 'Morning', type: 'MANUAL' },
  { id: 'p2', name: 'Most heard', type: 'AUTO' },
];
let latest: readonly PublishedPlaylist[] = [];

function Stage({ given }: { given: readonly PublishedPlaylist[] }) {
  const [value, setValue] = useState(given);
  const change = (next: PublishedPlaylist[]) => {
    latest = next;
    setValue(next);
  };
  return <PlaylistTimes offered={offered} value={value} zone="Europe/Berlin" errors={{}} onChange={change} />;
}
/** Once the calendar is there. */
const enter = async (name: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(name, { selector: 'input:not(:disabled)' }), {
    target: { value },
  });

it('adds playlists, each with its start time', async () => {
  await renderComponent(<Stage given={[]} />);
  await user.click(screen.getByRole('combobox', { name: 'Add playlist' }));
  await user.click(await screen.findByRole('option', { name: 'Most heard' }));
  expect(latest).toEqual([{ playlist: 'p2', goesLiveAt: null, publishedUntil: null }]);
  await enter('Most heard: goes live at, date', '2026-11-21');
  expect(latest[0]!.goesLiveAt).toBe('2026-11-21T00:00');
  await enter('Most heard: goes live at, time', '18:30');
  expect(latest[0]!.goesLiveAt).toBe('2026-11-21T18:30');
  await enter('Most heard: goes live at, date', '');
  expect(latest[0]!.goesLiveAt).toBeNull();
});

it('explains the effect of daylight saving on a time, and refuses an end before the start', async () => {
  await renderComponent(
    <Stage
      given={[{ playlist: 'p1', goesLiveAt: '2026-03-29T02:30', publishedUntil: '2026-10-25T02:30' }]}
    />,
  );
  expect(screen.getByText(/skip 02:30 on this day/)).toBeTruthy();
  expect(screen.getByText(/02:30 occurs twice on this day/)).toBeTruthy();
  expect(screen.getAllByText('Time zone: Europe/Berlin')).toHaveLength(2);
  await enter('Morning: published until, date', '2026-03-28');
  expect(screen.getByText('Choose a time after the playlist goes live.')).toBeTruthy();
});

it('reorders and removes them with buttons, and keeps the position of a deleted one', async () => {
  await renderComponent(
    <Stage
      given={[
        { playlist: 'p1', goesLiveAt: null, publishedUntil: null },
        { playlist: 'p9', goesLiveAt: null, publishedUntil: null },
      ]}
    />,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Morning up' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Move Morning down' }));
  expect(latest.map(({ playlist }) => playlist)).toEqual(['p9', 'p1']);
  await user.click(screen.getByRole('button', { name: 'Remove Deleted playlist' }));
  expect(latest.map(({ playlist }) => playlist)).toEqual(['p1']);
});
