import type { SettingsForm_project$data } from '../../__generated__/SettingsForm_project.graphql.ts';
import type { SettingsForm_query$data } from '../../__generated__/SettingsForm_query.graphql.ts';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import type { SettingsFields } from './settings-fields.ts';

/** What every section of the form knows. */
export interface SettingsFormState {
  project: SettingsForm_project$data;
  query: SettingsForm_query$data;
  /** What is shown: what is saved, and what was changed since. */
  value: SettingsFields;
  saved: SettingsFields;
  draft: Partial<SettingsFields>;
  errors: FieldErrors;
  edit: (part: Partial<SettingsFields>) => void;
  isAdministrator: boolean;
  /** Whether the last attempt to save failed. */
  refused: boolean;
}

export interface SectionProps {
  form: SettingsFormState;
}
