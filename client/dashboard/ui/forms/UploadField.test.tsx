import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderComponent } from '../../../testing/screen.tsx';
import { UploadField } from './UploadField.tsx';

const user = userEvent.setup({ applyAccept: false });
const check = vi.fn((file: File) => (file.name.endsWith('.mp3') ? null : 'Only .mp3 files.'));
let settle: (failure: string | null) => void;
let report: (sent: number) => void;
const send = vi.fn((_: File, onProgress: (sent: number) => void) => {
  report = onProgress;
  return new Promise<string | null>((resolve) => (settle = resolve));
});
beforeEach(async () => {
  vi.clearAllMocks();
  await renderComponent(
    <UploadField label="Upload a sound" hint="at most 32 MB" accept=".mp3" check={check} send={send} />,
  );
});
const song = new File(['la'], 'song.mp3');
const choose = (file: File) => user.upload(screen.getByLabelText('Upload a sound: file'), file);
const bar = () => screen.queryByRole('progressbar');

it('waits for a file', () => {
  expect(screen.getByRole('button', { name: 'Upload a sound' })).toBeTruthy();
  expect(screen.getByText('at most 32 MB')).toBeTruthy();
  expect(bar()).toBeNull();
});

it('shows upload progress, then processing, and is ready again afterwards', async () => {
  await choose(song);
  expect(send.mock.calls[0]![0]).toBe(song);
  await act(async () => report(0.42));
  expect(bar()!.getAttribute('aria-valuenow')).toBe('42');
  expect(screen.getByText('Uploading song.mp3…')).toBeTruthy();
  await act(async () => report(1));
  expect(screen.getByText('Preparing song.mp3…')).toBeTruthy();
  await act(async () => settle(null));
  expect(screen.getByRole('button', { name: 'Upload a sound' })).toBeTruthy();
});

it('sends no refused file, and asks for another', async () => {
  await choose(new File(['x'], 'picture.gif'));
  expect(screen.getByRole('alert').textContent).toBe('Only .mp3 files.');
  expect(send).not.toHaveBeenCalled();
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(opened).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
});

it('sends the same or another file after a failure', async () => {
  await choose(song);
  await act(async () => settle('The server is full.'));
  expect(screen.getByRole('alert').textContent).toBe('The server is full.');
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(send.mock.calls.map(([file]) => file)).toEqual([song, song]);
  await act(async () => settle(''));
  expect(screen.getByRole('alert').textContent).toBe('Upload failed');
});

it('accepts a dropped file, one at a time', async () => {
  const field = screen.getByRole('group', { name: 'Upload a sound' });
  const drop = (file: File) =>
    act(async () => void fireEvent.drop(field, { dataTransfer: { files: [file] } }));
  await drop(song);
  await drop(new File(['lu'], 'other.mp3'));
  expect(send).toHaveBeenCalledOnce();
  // The result of a superseded file changes nothing.
  await act(async () => settle(null));
  await act(async () => report(0.5));
  expect(bar()).toBeNull();
});
