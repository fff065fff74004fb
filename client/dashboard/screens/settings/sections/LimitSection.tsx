import { LimitQuote } from '../LimitQuote.tsx';
import { GroupFields } from '../GroupFields.tsx';
import { modelOf } from '../settings-fields.ts';
import type { SectionProps } from '../settings-form-state.ts';

/** How much may be voiced in a day, and what that costs. */
export function LimitSection({ form }: SectionProps) {
  const { value, project } = form;
  return (
    <>
      <GroupFields form={form} group="limits" />
      <LimitQuote
        project={project.id}
        limit={value.limitEnabled ? value.limitPerDay : null}
        voice={value.voiceName}
        model={modelOf(value)}
      />
    </>
  );
}
