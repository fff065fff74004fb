import { NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { rulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SoundChoice } from '../sounds/SoundChoice.tsx';
import { VoiceSelect } from '../voices/VoiceSelect.tsx';
import { numberSigns } from '../../ui/forms/number-signs.ts';
import styles from './RuleEditor.module.css';
import { labelsIn, type ActionKind } from './rule-fields.ts';
import { formatSigned } from './rule-sentence.ts';
import { useRuleContext } from './rule-context.ts';

interface RuleValueProps {
  kind: Pick<ActionKind, 'valueKind' | 'multiple' | 'options' | 'min' | 'max' | 'step' | 'soundKinds'>;
  /** Label of the value for users who can't see its context. */
  label: string;
  values: readonly string[];
  error: string | undefined;
  onChange: (values: string[]) => void;
}

/** The control for the values of a condition or action; which one, their kind decides. */
export function RuleValue({ kind, label, values, error, onChange }: RuleValueProps) {
  const { value: w } = useWords(rulesWords);
  const { project, voiceLanguage } = useRuleContext();
  const { valueKind, multiple, options } = kind;
  const [value = ''] = values;
  const common = { 'aria-label': label, error };
  switch (valueKind) {
    case 'NONE':
      return null;
    case 'NUMBER':
      return <NumberValue label={label} value={value} error={error} onChange={onChange} />;
    case 'LABELS':
      return <LabelsValue label={label} values={values} error={error} onChange={onChange} />;
    case 'OPTIONS':
      return (
        <Select
          {...common}
          data={options.map((option) => ({ value: option.value, label: option.title }))}
          allowDeselect={false}
          value={value || null}
          onChange={(chosen) => onChange(chosen ? [chosen] : [])}
        />
      );
    case 'RANGE':
      return <RangeValue kind={kind} label={label} value={value} onChange={onChange} />;
    case 'VOICE':
      return (
        <VoiceSelect
          {...common}
          placeholder={multiple ? w.voices : w.voice}
          language={voiceLanguage}
          values={values}
          multiple={multiple}
          withSample
          gone={() => w.goneVoice}
          onChange={onChange}
        />
      );
    case 'SOUND':
      return (
        <SoundChoice
          project={project}
          label={label}
          kinds={kind.soundKinds ?? []}
          value={values}
          multiple={multiple}
          onChange={onChange}
          error={error}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          placeholder={w.text}
          value={value}
          onChange={(event) => onChange([event.currentTarget.value])}
        />
      );
  }
}

interface NumberValueProps extends Pick<RuleValueProps, 'label' | 'error' | 'onChange'> {
  value: string;
}

function NumberValue({ label, value, error, onChange }: NumberValueProps) {
  const { value: w } = useWords(rulesWords);
  return (
    <NumberInput
      aria-label={label}
      error={error}
      placeholder={w.characters}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      {...numberSigns()}
      value={value}
      onChange={(number) => onChange([String(number)])}
    />
  );
}

function LabelsValue({ label, values, error, onChange }: Omit<RuleValueProps, 'kind'>) {
  const { value: w } = useWords(rulesWords);
  return (
    <TagsInput
      aria-label={label}
      error={error}
      placeholder={values[0] ? '' : w.label}
      splitChars={[',']}
      value={labelsIn(values.join(','))}
      onChange={(labels) => onChange([labels.join(', ')])}
      acceptValueOnBlur
    />
  );
}

interface RangeValueProps extends Pick<RuleValueProps, 'kind' | 'label' | 'onChange'> {
  value: string;
}

function RangeValue({ kind, label, value, onChange }: RangeValueProps) {
  const { min, max, step } = { min: kind.min ?? -100, max: kind.max ?? 100, step: kind.step ?? 10 };
  return (
    <div className={styles.range}>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={formatSigned(Number(value))}
        min={min}
        max={max}
        step={step}
        value={Number(value)}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
      <output>{formatSigned(Number(value))}</output>
      <span className={styles.ends} aria-hidden="true">
        <span>{formatSigned(min)}</span>
        <span>0</span>
        <span>{formatSigned(max)}</span>
      </span>
    </div>
  );
}
