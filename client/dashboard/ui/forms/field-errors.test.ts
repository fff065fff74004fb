import { expect, it } from 'vitest';
import { unplacedErrors, withoutFields } from './field-errors.ts';

const errors = {
  name: 'Missing',
  'rules.0.selector': 'Wrong',
  'rules.12.selector': 'Also wrong',
  rulesOfThumb: 'Other',
};

it('forgets what lies in an edited field, and nothing that only begins like it', () => {
  expect(withoutFields(errors, ['rules'])).toEqual({ name: 'Missing', rulesOfThumb: 'Other' });
  expect(withoutFields(errors, ['rules.0'])).toEqual({
    name: 'Missing',
    'rules.12.selector': 'Also wrong',
    rulesOfThumb: 'Other',
  });
});

it('finds what no shown field can say', () => {
  expect(unplacedErrors(errors, ['name', 'rules'])).toEqual(['Other']);
  expect(unplacedErrors(errors, [])).toHaveLength(4);
});
