import { Checkbox, Input } from '@mantine/core';
import { useId } from 'react';
import type { WebhookEventKind } from '../../__generated__/WebhookFormMutation.graphql.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { eventGroups, groupNames, type EventKind } from './event-groups.ts';
import styles from './Webhooks.module.css';

interface EventPickerProps {
  value: readonly WebhookEventKind[];
  error: string | undefined;
  onChange: (value: WebhookEventKind[]) => void;
}

/** Kinds of events to choose from, in groups, each with what it means. */
export function EventPicker({ value, error, onChange }: EventPickerProps) {
  const w = useWords(webhooksWords);
  const id = useId();
  const choose = (kinds: readonly WebhookEventKind[], chosen: boolean) => {
    const others = value.filter((kind) => !kinds.includes(kind));
    onChange(chosen ? [...others, ...kinds] : others);
  };
  return (
    <div role="group" aria-labelledby={id} data-field-error={error ? '' : undefined} tabIndex={-1}>
      <Input.Label labelElement="div" id={id}>
        {w.events}
      </Input.Label>
      {error && <Input.Error>{error}</Input.Error>}
      <div className={styles.groups}>
        {groupNames.map((group) => {
          const kinds: readonly EventKind[] = eventGroups[group];
          const chosen = kinds.filter((kind) => value.includes(kind)).length;
          return (
            <fieldset key={group} className={styles.group}>
              <legend className={styles.legend}>{w.groups[group]}</legend>
              {kinds.length > 1 && (
                <Checkbox
                  label={w.all}
                  aria-label={w.allOf({ group: w.groups[group] })}
                  checked={chosen === kinds.length}
                  indeterminate={chosen > 0 && chosen < kinds.length}
                  onChange={(event) => choose(kinds, event.currentTarget.checked)}
                />
              )}
              {kinds.map((kind) => (
                <Checkbox
                  key={kind}
                  label={w.kinds[kind].name}
                  description={w.kinds[kind].what}
                  checked={value.includes(kind)}
                  onChange={(event) => choose([kind], event.currentTarget.checked)}
                />
              ))}
            </fieldset>
          );
        })}
      </div>
    </div>
  );
}
