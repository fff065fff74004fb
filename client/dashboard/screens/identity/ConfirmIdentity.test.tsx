import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { graphql } from 'react-relay';
import { expect, test } from 'vitest';
import type { useIdentityProofMutation } from '../../__generated__/useIdentityProofMutation.graphql.ts';
import type { ConfirmIdentityTestMutation } from '../../__generated__/ConfirmIdentityTestMutation.graphql.ts';
import { renderComponent, type Stage } from '../../../testing/screen.tsx';
import { confirmationChannel } from '../../relay/identity-confirmation.ts';
import { useAction } from '../../relay/use-action.ts';

/** A form whose call needs a proof of who it is. */
function Form() {
  const [done, setDone] = useState('');
  const [run] = useAction<ConfirmIdentityTestMutation>(graphql`
    mutation ConfirmIdentityTestMutation($input: CreatePartnerTokenInput!) {
      result: createPartnerToken(input: $input) {
        __typename
        ... on CreatePartnerTokenSuccess {
          secret
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [name, setName] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run({ input: { organization: '1', name } }).then(({ ok }) => setDone(ok ? 'made' : 'not made'));
      }}
    >
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="submit">Make</button>
      <p>{done}</p>
    </form>
  );
}

const mutation = 'ConfirmIdentityTestMutation';

/** The call is made and refused, and the dialog asks. */
async function ask(proofs: object): Promise<Stage> {
  const stage = await renderComponent(<Form />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Partner');
  await userEvent.click(screen.getByRole('button', { name: 'Make' }));
  await stage.answerWith(mutation, {
    data: {
      result: {
        __typename: 'ReauthenticationRequiredError',
        __isError: 'ReauthenticationRequiredError',
        message: 'Confirm your identity to continue.',
        code: 'REAUTHENTICATION_REQUIRED',
        parameters: {},
      },
    },
  });
  await waitFor(() => expect(stage.isPending('ConfirmIdentityQuery')).toBe(true));
  const none = { password: false, code: false, passkey: false, providers: [] };
  await stage.answerWith('ConfirmIdentityQuery', {
    data: { viewer: { identityProofs: { ...none, ...proofs } } },
  });
  await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  return stage;
}

test('prompts for the password, again if it is wrong, then repeats the same call', async () => {
  const stage = await ask({ password: true });
  await userEvent.type(screen.getByLabelText('Password'), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await stage.refuse('useIdentityProofMutation', { password: 'The current password is incorrect.' });
  expect(screen.getByText('The current password is incorrect.')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), 'right');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(stage.sent<useIdentityProofMutation>('useIdentityProofMutation').input).toEqual({
    password: 'right',
    code: null,
  });
  await stage.succeed('useIdentityProofMutation', 'ConfirmIdentitySuccess');
  await waitFor(() => expect(stage.isPending(mutation)).toBe(true));
  expect(stage.sent<ConfirmIdentityTestMutation>(mutation).input).toEqual({
    organization: '1',
    name: 'Partner',
  });
  await stage.succeed(mutation, 'CreatePartnerTokenSuccess', { secret: 'pt_1' });
  expect(screen.getByText('made')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a canceled confirmation sends nothing, shows no error and keeps the form', async () => {
  const stage = await ask({ password: true });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('not made');
  expect(stage.isPending(mutation)).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Partner');
});

test('a user without a password continues once the provider’s window reports success', async () => {
  const stage = await ask({ providers: [{ name: 'Google', path: '/connect/google/confirm' }] });
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
  const other = new BroadcastChannel(confirmationChannel);
  other.postMessage('refused');
  await screen.findByText(/The provider couldn’t confirm/);
  other.postMessage('confirmed');
  await waitFor(() => expect(stage.isPending(mutation)).toBe(true));
  other.close();
});
