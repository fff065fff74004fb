import { builder } from '../../graphql/builder.ts';
import type { CatalogueVoice } from '../../speech/voice-catalogue.ts';

/** The voice's GraphQL type, for the areas whose types lead to voices. */
export const VoiceType = builder.objectRef<CatalogueVoice>('Voice');

export interface VoiceSettingValue {
  key: string;
  value: string | number | boolean;
}

export const VoiceSettingValueType = builder.objectRef<VoiceSettingValue>('VoiceSettingValue').implement({
  description: 'What a setting of a voice is set to.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Which setting, as the voice names it; `model` and `style` choose among those of the voice.' }),
    value: t.expose('value', { type: 'SettingValue', description: 'A text, a number, or true or false, as the setting takes it.' }),
  }),
});

export const VoiceSettingValueInputType = builder.inputType('VoiceSettingValueInput', {
  description: 'What a setting of a voice is to be set to.',
  fields: (t) => ({
    key: t.string({ description: 'Which setting, as the voice names it; `model` and `style` choose among those of the voice.' }),
    value: t.field({ type: 'SettingValue', description: 'A text, a number, or true or false, as the setting takes it.' }),
  }),
});

/** Settings by their keys; of a key that comes twice the last holds. */
export const settingsByKey = (values: readonly VoiceSettingValue[]): Record<string, VoiceSettingValue['value']> => Object.fromEntries(values.map(({ key, value }) => [key, value]));
