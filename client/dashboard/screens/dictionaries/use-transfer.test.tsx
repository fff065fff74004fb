import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { renderComponent } from '../../../testing/screen.tsx';
import { useTransfer } from './use-transfer.ts';

const imported = vi.fn<() => void>();
beforeEach(() => imported.mockClear());

function Upload({ name }: { name: string }) {
  const { take } = useTransfer('d1', 'People', imported);
  return <button onClick={() => void take(new File(['a;b'], name))}>Import</button>;
}

/** Imports a file of that name, on a clock of the test. */
async function importFile(name: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stage = await renderComponent(<Upload name={name} />);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Import' })));
  return stage;
}

/** Expects a notice that goes after five seconds, and not sooner. */
function expectForFiveSeconds(text: string): void {
  act(() => void vi.advanceTimersByTime(4_999));
  expect(screen.getByText(text)).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText(text)).toBeNull();
}

const refusal = (message: string) => {
  const __typename = 'ValidationError';
  const result = { __typename, __isError: __typename, message, code: null, parameters: {}, fieldErrors: [] };
  return { data: { result } } as never;
};

it('shows the result of an import for five seconds', async () => {
  const stage = await importFile('people.csv');
  expect(stage.sent('useTransferImportMutation')).toEqual({
    input: { dictionary: 'd1', format: 'CSV', file: null },
  });
  await stage.succeed('useTransferImportMutation', 'ImportDictionarySuccess', { added: 1, changed: 0 });
  expect(imported).toHaveBeenCalledOnce();
  expectForFiveSeconds('Successfully imported');
});

it.each([
  ['Line 2 has no word.', 'Line 2 has no word.'],
  ['', 'Import failed'],
])('shows for five seconds why an import failed: %j', async (message, shown) => {
  const stage = await importFile('people.CSV');
  await stage.answerWith('useTransferImportMutation', refusal(message));
  expect(imported).not.toHaveBeenCalled();
  expectForFiveSeconds(shown);
});

it('shows for five seconds that a file type is refused', async () => {
  const stage = await importFile('people.xlsx');
  expect(stage.isPending('useTransferImportMutation')).toBe(false);
  expectForFiveSeconds('Choose a .csv or .pls file.');
});
