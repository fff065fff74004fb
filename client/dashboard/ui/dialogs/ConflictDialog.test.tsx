import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderComponent } from '../../../testing/screen.tsx';
import { ConflictDialog, fieldsOfTheirs, type Choices, type ConflictingChange } from './ConflictDialog.tsx';

const user = userEvent.setup();
const changes: ConflictingChange[] = [
  { name: 'title', label: 'Title', theirs: 'Evening news', mine: 'Night news' },
  { name: 'text', label: 'Text', theirs: 'One! Two.', mine: 'One. Two!', merged: 'One! Two!' },
  { name: 'url', label: 'URL', theirs: '/new' },
];

async function open(given: readonly ConflictingChange[]) {
  const onKeepMine = vi.fn<(choices: Choices) => void>();
  await renderComponent(
    <ConflictDialog
      title="This article has been changed in the meantime"
      changes={given}
      by="Edda"
      busy={false}
      onKeepMine={onKeepMine}
      onTakeTheirs={() => {}}
      onClose={() => {}}
    />,
  );
  return { onKeepMine, dialog: within(screen.getByRole('dialog')) };
}

it('offers conflicting changes one by one: merged where possible, else mine', async () => {
  const { onKeepMine, dialog } = await open(changes);
  expect(
    dialog.getAllByRole('radio').map((radio) => [radio.ariaLabel, (radio as HTMLInputElement).checked]),
  ).toEqual([
    ['Title: Theirs', false],
    ['Title: Yours', true],
    ['Text: Theirs', false],
    ['Text: Yours', false],
    ['Text: Both combined', true],
  ]);
  await user.click(dialog.getByRole('radio', { name: 'Title: Theirs' }));
  await user.click(dialog.getByRole('button', { name: 'Save selection' }));
  const [choices] = onKeepMine.mock.calls[0]!;
  expect(choices).toEqual({ title: 'theirs', text: 'merged' });
  expect(fieldsOfTheirs(choices)).toEqual(['title']);
});

it('asks nothing if the changes do not overlap', async () => {
  const { onKeepMine, dialog } = await open([changes[2]!]);
  expect(dialog.queryByRole('radio')).toBeNull();
  expect(dialog.getByText(/Saving keeps their changes and adds yours\./)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save my changes' }));
  expect(onKeepMine).toHaveBeenCalledWith({});
});
