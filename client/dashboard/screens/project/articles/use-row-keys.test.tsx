import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderComponent } from '../../../../testing/screen.tsx';
import { presentCommands, runByKeys } from '../../../ui/commands.ts';
import { useRowKeys } from './use-row-keys.ts';

const select = vi.fn<(row: number) => void>();

function Table() {
  const body = useRef<HTMLTableSectionElement>(null);
  const keys = useRowKeys(body, select);
  return (
    <table>
      <tbody ref={body} {...keys}>
        <tr tabIndex={-1}>
          <td>Only</td>
        </tr>
      </tbody>
    </table>
  );
}

const listed = () => presentCommands().map(({ keys }) => keys);

it('lists all of its keys before a row is focused, although only navigation keys act then', async () => {
  await renderComponent(<Table />);
  addEventListener('keydown', runByKeys);
  onTestFinished(() => removeEventListener('keydown', runByKeys));
  expect(listed()).toEqual(['j', 'k', 'x', 'e', 'Space']);
  await userEvent.keyboard('x');
  expect(select).not.toHaveBeenCalled();
  await userEvent.keyboard('jx');
  expect(document.activeElement).toBe(screen.getByRole('row'));
  expect(select).toHaveBeenCalledExactlyOnceWith(0);
  expect(listed()).toEqual(['j', 'k', 'x', 'e', 'Space']);
});
