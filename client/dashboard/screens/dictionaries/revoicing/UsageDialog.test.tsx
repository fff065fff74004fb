import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderComponent } from '../../../../testing/screen.tsx';
import { UsageDialog } from './UsageDialog.tsx';

it('shows Access Denied if the usage cannot be read', async () => {
  const close = vi.fn<() => void>();
  const stage = await renderComponent(
    <UsageDialog
      entries={['e1']}
      owner={{ level: 'PROJECT', project: 'p7' }}
      isAdmin={false}
      onClose={close}
    />,
  );
  expect(stage.sent('UsageDialogQuery')).toMatchObject({ project: 'p7', first: 10, offset: 0 });
  await stage.fail('UsageDialogQuery', new Error('Not allowed.'));
  const dialog = within(screen.getByRole('dialog', { name: 'Error' }));
  expect(dialog.getByText('Access Denied')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Ok' })).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});
