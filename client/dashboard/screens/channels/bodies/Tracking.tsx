import { Checkbox, Select, TextInput } from '@mantine/core';
import { Panel } from '../../../ui/Panel.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { DeclaredField } from '../fields/DeclaredField.tsx';
import { placeholderOf, providerId, valuesOfProvider } from './player-settings.ts';
import { hintOf, labelOf, optionLabel } from '../fields/setting-words.ts';

const id = 'providerParlanceId';
export const trackingSettings = ['provider', id, ...Object.keys(placeholderOf), 'cmpPlaceholderMessage'];

/**
 * Settings for whether the statistics identify listeners, which of them are asked for consent, and what is
 * shown until then.
 */
export function Tracking({ form }: { form: ChannelFormState }) {
  const { player: w } = useWords(channelsWords);
  const { kind, value, errors, edit } = form;
  const provider = String(value['provider']);
  const placeholders = Object.entries(placeholderOf).filter(([name]) => name in kind.settings);
  return (
    <Panel title={w.consent}>
      <div className={styles.section}>
        <div data-setting="provider">
          <Select
            label={labelOf('provider')}
            description={hintOf('provider')}
            className={styles.short!}
            data={(kind.settings['provider']?.options ?? []).map((option) => ({
              value: String(option),
              label: providerId(option)
                ? w.withId({ provider: optionLabel('provider', option), id: providerId(option) })
                : optionLabel('provider', option),
            }))}
            allowDeselect={false}
            value={provider}
            error={errors['provider']}
            onChange={(next) => next !== null && edit(pick(valuesOfProvider(next), kind.settings))}
          />
        </div>
        {providerId(provider) !== '' && (
          <div data-setting={id}>
            <TextInput
              label={w.providerId}
              className={styles.short!}
              readOnly
              value={typeof value[id] === 'string' ? value[id] : providerId(provider)}
              error={errors[id]}
            />
          </div>
        )}
        {placeholders.map(([name, of]) => (
          <div key={name} data-setting={name}>
            <Checkbox
              label={labelOf(name)}
              checked={value[name] === true}
              disabled={provider !== of}
              error={errors[name]}
              onChange={({ currentTarget }) => edit({ [name]: currentTarget.checked })}
            />
          </div>
        ))}
        {placeholders.some(([name]) => value[name] === true) && (
          <DeclaredField form={form} name="cmpPlaceholderMessage" />
        )}
      </div>
    </Panel>
  );
}

/** Of some values, those that a kind has. */
const pick = (values: Record<string, unknown>, settings: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in settings));
