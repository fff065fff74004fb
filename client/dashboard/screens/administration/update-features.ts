import type { RecordProxy } from 'relay-runtime';
import type { FeatureChange } from './FeatureSwitches.tsx';

/**
 * Gives and takes features in the store: at once where a switch was turned, and taken back where the server
 * refuses.
 */
export function updateFeatures(
  record: RecordProxy | null | undefined,
  field: string,
  { on, off }: FeatureChange,
): void {
  const held = record?.getValue(field);
  if (!record || !Array.isArray(held)) return;
  record.setValue(
    [...new Set([...(held as string[]), ...on])].filter((feature) => !off.some((one) => one === feature)),
    field,
  );
}
