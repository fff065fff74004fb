import { Button } from '@mantine/core';
import { IconWaveSine } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { studioWords } from '../../../generated/words/studio.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { useStudio } from '../studio-context.ts';
import { noStyle, type StudioValue } from '../studio-value.ts';
import { needsStyle } from '../voices/studio-voices.ts';
import { useStudioVoices } from '../voices/use-studio-voices.ts';
import { VoiceRow } from '../voices/VoiceRow.tsx';
import { checkStudio, sampleOf } from './check-studio.ts';
import { ReplaceTextDialog } from './ReplaceTextDialog.tsx';
import { moveMarks } from './sentence-marks.ts';
import { SentenceRows } from './SentenceRows.tsx';
import styles from './StudioForm.module.css';
import { StudioNotices } from './StudioNotices.tsx';
import { TextEditor } from './TextEditor.tsx';
import { TextSources } from './TextSources.tsx';
import type { PlayableSentence } from './use-progressive-playback.ts';
import type { useStudioForm } from './use-studio-form.ts';
import { useTextTransfer } from './use-text-transfer.ts';

/** Input of the mutation that creates it. */
export interface GenerationInput {
  language: string;
  voice: string;
  style: string | null;
  text: string;
  pauses: { end: number; ms: number }[];
}

interface StudioFormProps {
  form: ReturnType<typeof useStudioForm>;
  languages: readonly { readonly language: string }[];
  /** It is being sent, or made. */
  busy: boolean;
  /** It is being sent. */
  sending: boolean;
  /** It can be changed no more. */
  locked?: boolean;
  /** What the server refused it for. */
  failure: string | null;
  onEdit: () => void;
  onGenerate: (what: GenerationInput) => void;
  /** As they were voiced last. */
  heard?: readonly PlayableSentence[];
}

/** Form that generates and regenerates audio. */
export function StudioForm(props: StudioFormProps) {
  const { form, languages, busy, sending, locked = false, onEdit, onGenerate } = props;
  const w = useWords(studioWords);
  const { studio } = useStudio();
  const { value, change, amend } = form;
  const [view, setView] = useState<'text' | 'sentences'>('text');
  const [touched, setTouched] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const voices = useStudioVoices(value.language);
  const voice = voices.voices.find(({ name }) => name === value.voice);

  const edit = (part: Partial<StudioValue>, typed = false) => {
    onEdit();
    transfer.setNotice(null);
    change(part, typed);
  };
  const transfer = useTextTransfer({ text: value.text, locked, edit, onTaken: () => setView('text') });
  const { source } = transfer;
  const check = checkStudio(value, voice, voices.state === 'busy', {
    maxCharacters: studio.maxCharacters,
    required: w.form.required,
  });
  const { missing, isComplete } = check;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || locked) return;
    const { language, voice: name } = value;
    if (!isComplete || language === null || name === null) {
      setTouched(true);
      if (missing['text']) setView('text');
      return focusFirstProblem(element.current);
    }
    const style = needsStyle(voice) && value.style !== noStyle ? value.style : null;
    onGenerate({ language, voice: name, style, ...check.sent });
  };
  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate>
      {!locked && <StudioNotices form={form} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- documents are dropped; a button takes them, too */}
      <div className={styles.sheet} {...transfer.dropArea}>
        <VoiceRow
          languages={languages}
          voices={voices}
          proposed={value.language === studio.defaultLanguage ? studio.defaultVoice?.name : null}
          value={value}
          errors={touched ? missing : {}}
          sample={sampleOf(value)}
          onChange={edit}
          onPropose={amend}
        />
        {!locked && (
          <TextSources
            reading={source.reading}
            error={source.failure?.of === 'address' ? source.failure.message : null}
            onAddress={source.readPage}
            onFile={source.readFile}
            onEdit={source.clear}
          />
        )}
        <TransferState transfer={transfer} />
        <div className={styles.text} data-over={transfer.over || undefined} data-drop={w.source.drop}>
          <StudioText
            {...props}
            check={check}
            touched={touched}
            view={view}
            voices={voices.voices}
            onView={setView}
            onAddress={source.readPage}
            onChange={edit}
          />
        </div>
        <GenerateButton isComplete={isComplete} isIdle={busy || locked} sending={sending} />
      </div>
      <ReplaceTextDialog transfer={transfer} />
    </form>
  );
}

/** Set once missing fields are marked. */
const focusFirstProblem = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus();
  });

/** Which text is being read, what was taken over, or why a document could not be read. */
function TransferState({ transfer: { source, notice } }: { transfer: ReturnType<typeof useTextTransfer> }) {
  const w = useWords(studioWords);
  return (
    <>
      <p className={styles.sourceState} role="status">
        {source.reading !== null ? w.source.reading({ name: source.reading }) : notice}
      </p>
      {source.failure?.of === 'file' && (
        <p className={styles.error} role="alert">
          {source.failure.message}
        </p>
      )}
    </>
  );
}

interface GenerateButtonProps {
  isComplete: boolean;
  /** Whether nothing can be sent, because audio is being generated or the form is locked. */
  isIdle: boolean;
  sending: boolean;
}

/** Pressing it while fields are missing marks them. */
function GenerateButton({ isComplete, isIdle, sending }: GenerateButtonProps) {
  const { form: w } = useWords(studioWords);
  return (
    <div className={styles.buttons}>
      <Button
        type="submit"
        size="md"
        leftSection={<IconWaveSine size={19} />}
        disabled={isIdle}
        aria-disabled={!isComplete || isIdle}
        data-incomplete={!isComplete || undefined}
        className={styles.generate!}
      >
        {sending ? w.generating : w.generate}
      </Button>
    </div>
  );
}

interface StudioTextProps extends Omit<StudioFormProps, 'languages'> {
  check: ReturnType<typeof checkStudio>;
  /** Whether missing fields are marked. */
  touched: boolean;
  view: 'text' | 'sentences';
  voices: ReturnType<typeof useStudioVoices>['voices'];
  onView: (view: 'text' | 'sentences') => void;
  onAddress: (address: string) => void;
  onChange: (part: Partial<StudioValue>, typed?: boolean) => void;
}

/** The text that is voiced: as it is typed, or sentence by sentence. */
function StudioText({
  form,
  failure,
  locked = false,
  heard = [],
  check: { excess, missing },
  touched,
  view,
  voices,
  onView,
  onAddress,
  onChange,
}: StudioTextProps) {
  const w = useWords(studioWords);
  const { value } = form;
  const [leftEmpty, setLeftEmpty] = useState(false);
  return (
    <TextEditor
      value={value.text}
      excess={excess}
      error={failure ?? (touched || leftEmpty ? (missing['text'] ?? null) : null)}
      view={view}
      onView={onView}
      onChange={(text) => onChange({ text, marks: moveMarks(value.marks, value.text, text) }, true)}
      onAddress={onAddress}
      onBlur={() => setLeftEmpty(form.dirty && value.text.trim() === '')}
      undo={form.canUndo && !locked ? form.undo : null}
      redo={form.canRedo && !locked ? form.redo : null}
      keeping={form.dirty ? (form.isKept ? w.form.kept : w.form.notKept) : ''}
      disabled={locked}
      sentences={
        <SentenceRows
          text={value.text}
          language={value.language}
          voices={voices}
          marks={value.marks}
          heard={heard}
          disabled={locked}
          onChange={(marks) => onChange({ marks })}
        />
      }
    />
  );
}
