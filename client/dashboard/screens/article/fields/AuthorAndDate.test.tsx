import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderComponent } from '../../../../testing/screen.tsx';
import { TimeZoneContext } from '../../../ui/time/time-zone.ts';
import { AuthorAndDate } from './AuthorAndDate.tsx';
import { EmbargoNotice, EmbargoField } from './EmbargoField.tsx';

const user = userEvent.setup();
const onChange = vi.fn();
beforeEach(() => vi.clearAllMocks());

const show = (
  zone: string,
  { publishedAt = '2026-03-01T06:00:00.000Z', errors = {}, disabled = false } = {},
) =>
  renderComponent(
    <TimeZoneContext value={zone}>
      <AuthorAndDate value={{ author: 'Ada', publishedAt }} {...{ errors, disabled, onChange }} />
    </TimeZoneContext>,
  );
const time = () => screen.getByLabelText<HTMLInputElement>('Published: time');
/** The placeholder shown until the calendar has loaded accepts no input. */
const day = () =>
  waitFor(() => {
    const field = screen.getByLabelText<HTMLInputElement>('Published: date');
    expect(field.readOnly).toBe(false);
    return field;
  });

it('shows the date in the reader’s time zone, and sends the intended time', async () => {
  await show('Asia/Tokyo');
  expect(time().value).toBe('15:00');
  expect(screen.getByText('Time zone: Asia/Tokyo')).toBeTruthy();
  fireEvent.change(time(), { target: { value: '09:30' } });
  expect(onChange).toHaveBeenLastCalledWith({ publishedAt: '2026-03-01T00:30:00.000Z' });
  await user.type(screen.getByRole('textbox', { name: 'Author' }), '!');
  expect(onChange).toHaveBeenLastCalledWith({ author: 'Ada!' });
});

it('has no time without a date, and starts at midnight', async () => {
  await show('Europe/Berlin', { publishedAt: '' });
  expect(time().disabled).toBe(true);
  await user.type(await day(), '2026-03-02{Enter}');
  expect(onChange).toHaveBeenLastCalledWith({ publishedAt: '2026-03-01T23:00:00.000Z' });
});

it('shows errors at both fields, and is read-only for viewers', async () => {
  await show('Europe/Berlin', { errors: { author: 'Too long.', publishedAt: 'Too early.' }, disabled: true });
  for (const problem of ['Too long.', 'Too early.']) expect(screen.getByText(problem)).toBeTruthy();
  expect([time().disabled, (await day()).disabled]).toEqual([true, true]);
});

it('uses the browser’s time zone if the profile’s is unknown', async () => {
  await show('Europe/Nowhere');
  expect(time().value).toMatch(/^\d\d:\d\d$/);
});

it('schedules an article in the reader’s time zone, and publishes it now with permission', async () => {
  const onPublish = vi.fn();
  await renderComponent(
    <TimeZoneContext value="Asia/Tokyo">
      <EmbargoField
        value={{ publishAt: '2026-03-01T06:00:00.000Z' }}
        error="Must be a moment to come."
        disabled={false}
        onChange={onChange}
      />
      <EmbargoNotice until="2026-03-01T06:00:00.000Z" saving={false} onPublish={onPublish} />
      <EmbargoNotice until="2026-03-01T06:00:00.000Z" saving={false} onPublish={undefined} />
    </TimeZoneContext>,
  );
  const hint = 'Only project members can hear it until then. Time zone: Asia/Tokyo';
  expect(screen.getByText(hint)).toBeTruthy();
  expect(screen.getByText('Must be a moment to come.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Publish at: time'), { target: { value: '09:30' } });
  expect(onChange).toHaveBeenLastCalledWith({ publishAt: '2026-03-01T00:30:00.000Z' });
  expect(
    screen.getAllByText(/^Scheduled for .*2026.*\. Only project members can hear it until then\.$/),
  ).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Publish now' }));
  expect(onPublish).toHaveBeenCalledOnce();
});

it('never schedules too early: neither for a half-typed time nor for the first of two equal hours', async () => {
  onChange.mockClear();
  await renderComponent(
    <TimeZoneContext value="Europe/Berlin">
      <EmbargoField
        value={{ publishAt: '2026-10-25T08:00:00.000Z' }}
        isStored
        error={undefined}
        disabled={false}
        onChange={onChange}
      />
    </TimeZoneContext>,
  );
  const time = screen.getByLabelText('Publish at: time');
  fireEvent.change(time, { target: { value: '' } });
  await user.clear(screen.getByLabelText('Publish at: date'));
  await user.tab();
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(time, { target: { value: '02:30' } });
  expect(onChange).toHaveBeenLastCalledWith({ publishAt: '2026-10-25T01:30:00.000Z' });
});
