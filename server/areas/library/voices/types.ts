import { builder } from '../../../graphql/builder.ts';
import type { VoiceLicense } from '../../../speech/provider.ts';
import type { CatalogueLanguage, CatalogueVoice } from '../../../speech/voice-catalogue.ts';

/** The voice's GraphQL type, for the areas whose types lead to voices. */
export const VoiceType = builder.objectRef<CatalogueVoice>('Voice');
export const VoiceLanguageType = builder.objectRef<CatalogueLanguage>('VoiceLanguage');

export interface VoiceSettingValue {
  key: string;
  value: string | number | boolean;
}

export const VoiceSettingValueType = builder
  .objectRef<VoiceSettingValue>('VoiceSettingValue')
  .implement({
    description: 'The value of a setting of a voice.',
    fields: (t) => ({
      key: t.exposeString('key', {
        description: 'Key of the setting, as in `availableSettings`; or `model` or `style`.',
      }),
      value: t.expose('value', {
        type: 'SettingValue',
        description: 'A string, number or boolean, depending on the setting.',
      }),
    }),
  });

export const VoiceSettingValueInputType = builder.inputType('VoiceSettingValueInput', {
  description: 'A new value for a setting of a voice.',
  fields: (t) => ({
    key: t.string({ description: 'Key of the setting, as in `availableSettings`; or `model` or `style`.' }),
    value: t.field({
      type: 'SettingValue',
      description: 'A string, number or boolean, depending on the setting.',
    }),
  }),
});

/** Settings by their keys; of a key that comes twice the last holds. */
export const settingsByKey = (
  values: readonly VoiceSettingValue[],
): Record<string, VoiceSettingValue['value']> =>
  Object.fromEntries(values.map(({ key, value }) => [key, value]));

export const VoiceLicenseType = builder
  .objectRef<VoiceLicense>('VoiceLicense')
  .implement({
    description: 'License of a voice model and its limits.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'As its publisher names it, such as `CC BY-NC 4.0`.' }),
      nonCommercial: t.boolean({
        description: 'Whether it excludes commercial use.',
        resolve: ({ limits }) => limits.includes('non-commercial'),
      }),
      attribution: t.boolean({
        description: 'Whether the author has to be named.',
        resolve: ({ limits }) => limits.includes('attribution'),
      }),
    }),
  });
