import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderComponent } from '../../../../testing/screen.tsx';
import { PictureField } from './PictureField.tsx';

const user = userEvent.setup();
const onChange = vi.fn();
beforeEach(() => vi.clearAllMocks());
const address = 'https://gazette.example/lamp.jpg';
const show = (imageUrl: string, { disabled = false, error = undefined as string | undefined } = {}) =>
  renderComponent(<PictureField value={{ imageUrl }} {...{ error, disabled, onChange }} />);
const picture = () => screen.queryByRole<HTMLImageElement>('img', { name: 'Article picture' });

it('shows the image without a referrer, and removes it', async () => {
  await show(address);
  expect(picture()!.src).toBe(address);
  expect(picture()!.getAttribute('referrerpolicy')).toBe('no-referrer');
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  expect(onChange).toHaveBeenLastCalledWith({ imageUrl: '' });
  await user.type(screen.getByRole('textbox', { name: 'Image address' }), '?2');
  expect(onChange).toHaveBeenLastCalledWith({ imageUrl: `${address}2` });
});

it('shows that an image cannot be loaded, and errors of its URL', async () => {
  await show(address, { error: 'Must be a web address.' });
  fireEvent.error(picture()!);
  expect(picture()).toBeNull();
  expect(screen.getByText('Couldn’t load a picture from this address.')).toBeTruthy();
  expect(screen.getByText('Must be a web address.')).toBeTruthy();
});

it('warns that an image without HTTPS is shown nowhere', async () => {
  await show('http://gazette.example/lamp.jpg');
  expect(picture()).toBeNull();
  expect(
    screen.getByText('Enter an address that begins with “https”. Players don’t show other pictures.'),
  ).toBeTruthy();
});

it.each(['', 'lamp'])('shows nothing without a URL: %j', async (imageUrl) => {
  await show(imageUrl);
  expect(picture()).toBeNull();
});

it('offers viewers no removal', async () => {
  await show(address, { disabled: true });
  expect(picture()).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
