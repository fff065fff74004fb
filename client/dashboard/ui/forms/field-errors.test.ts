import { expect, it } from 'vitest';
import { unplacedErrors, withoutFields } from './field-errors.ts';

const errors = {
  name: 'Missing',
  'rules.0.selector': 'Wrong',
  'rules.12.selector': 'Also wrong',
  rulesOfThumb: 'Other',
};

it('are cleared in an edited field, not in fields with the same prefix', () => {
  expect(withoutFields(errors, ['rules'])).toEqual({ name: 'Missing', rulesOfThumb: 'Other' });
  expect(withoutFields(errors, ['rules.0'])).toEqual({
    name: 'Missing',
    'rules.12.selector': 'Also wrong',
    rulesOfThumb: 'Other',
  });
});

it('without a visible field are found', () => {
  expect(unplacedErrors(errors, ['name', 'rules'])).toEqual(['Other']);
  expect(unplacedErrors(errors, [])).toHaveLength(4);
});
