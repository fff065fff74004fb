import { screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { renderComponent } from '../../../../testing/screen.tsx';
import { SelectionBar } from './SelectionBar.tsx';

it('offers its actions for text that was selected before the bar had loaded', async () => {
  const frame = document.createElement('div');
  Object.defineProperty(frame, 'offsetParent', { value: document.body });
  const field = document.createElement('textarea');
  field.value = 'The pier is long.';
  frame.append(field);
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  field.focus();
  field.select();
  await renderComponent(
    <SelectionBar
      within={{ current: frame }}
      project="p7"
      track={null}
      isFixing={false}
      onFix={() => undefined}
    />,
  );
  expect(screen.getByRole('group', { name: 'Selected text' })).toBeTruthy();
});
