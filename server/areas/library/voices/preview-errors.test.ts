import { expect, it } from 'vitest';
import { ValidationError } from '../../../kernel/errors.ts';
import { ProviderError } from '../../../speech/provider-errors.ts';
import { asUserError } from './voices.ts';

it('if a service refuses a text, the message says that not all voices support its tags', () => {
  const error = asUserError(new ProviderError('google', 'bad_request', 'Unknown tag.'));
  expect(error).toBeInstanceOf(ValidationError);
  expect((error as ValidationError).fieldErrors).toMatchObject([
    { field: 'text', message: 'Not all voices support this tags' },
  ]);
});
