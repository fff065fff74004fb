import { Button } from '@mantine/core';
import { IconWaveSine } from '@tabler/icons-react';
import { useRef, useState, type DragEvent, type FormEvent } from 'react';
import { studioWords } from '../../generated/words/studio.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { movedMarks, sentencesOf, sentText } from './sentence-marks.ts';
import { SentenceRows } from './SentenceRows.tsx';
import { useStudio } from './studio-context.ts';
import styles from './StudioForm.module.css';
import { noStyle, type StudioValue } from './studio-value.ts';
import { needsStyle } from './studio-voices.ts';
import { TextEditor } from './TextEditor.tsx';
import { TextSources } from './TextSources.tsx';
import type { HeardSentence } from './use-listen-along.ts';
import type { useStudioForm } from './use-studio-form.ts';
import { useStudioVoices } from './use-studio-voices.ts';
import { useTextSource, type FoundText } from './use-text-source.ts';
import { VoiceRow } from './VoiceRow.tsx';

/** What is sent to be made. */
export interface Generated {
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
  onGenerate: (what: Generated) => void;
  /** As they were voiced last. */
  heard?: readonly HeardSentence[];
}

/** Characters that a preview says. */
const sampleMax = 300;

/** The form in which audio is made and made anew. */
export function StudioForm({
  form,
  languages,
  busy,
  sending,
  locked = false,
  failure,
  onEdit,
  onGenerate,
  heard = [],
}: StudioFormProps) {
  const w = useWords(studioWords);
  const { studio } = useStudio();
  const { value, change, amend } = form;
  const [view, setView] = useState<'text' | 'sentences'>('text');
  const [touched, setTouched] = useState(false);
  const [leftEmpty, setLeftEmpty] = useState(false);
  const [found, setFound] = useState<FoundText | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const voices = useStudioVoices(value.language);
  const voice = voices.voices.find(({ name }) => name === value.voice);

  const edit = (part: Partial<StudioValue>, typed = false) => {
    onEdit();
    setTold(null);
    change(part, typed);
  };
  const editText = (text: string) => edit({ text, marks: movedMarks(value.marks, value.text, text) }, true);
  const take = ({ from, text, isCut }: FoundText, below: boolean) => {
    setFound(null);
    if (below) edit({ text: `${value.text.trimEnd()}\n\n${text}` });
    else edit({ text, marks: [] });
    setView('text');
    setTold([w.source.done({ name: from }), ...(isCut ? [w.source.cut] : [])].join(' '));
  };
  const source = useTextSource((read) => (value.text.trim() === '' ? take(read, false) : setFound(read)));

  const sent = sentText(value.text, value.marks);
  const excess = Math.max(0, sent.text.length - studio.maxCharacters);
  const missing: Record<string, string> = {
    ...(value.language === null && { language: w.form.required }),
    ...(value.voice === null && voices.state !== 'busy' && { voice: w.form.required }),
    ...(needsStyle(voice) && value.style === null && { style: w.form.required }),
    ...(value.text.trim() === '' && { text: w.form.required }),
  };
  const isComplete = Object.keys(missing).length === 0 && value.voice !== null && excess === 0;
  const shown = touched ? missing : {};
  const textError = failure ?? (touched || leftEmpty ? (missing['text'] ?? null) : null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || locked) return;
    if (!isComplete || value.language === null || value.voice === null) {
      setTouched(true);
      if (missing['text']) setView('text');
      // Once what is missing is marked.
      requestAnimationFrame(() => {
        const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
        first?.focus();
      });
      return;
    }
    const { language, voice: name } = value;
    const style = needsStyle(voice) && value.style !== noStyle ? value.style : null;
    onGenerate({ language, voice: name, style, ...sent });
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    if (source.reading === null && !locked) source.readFile(file);
  };
  const [first] = sentencesOf(value.text.slice(0, sampleMax * 2), value.language);
  const sample = first ? value.text.slice(first.start, first.end) : '';

  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate>
      {form.restored && !locked && (
        <div className={styles.notice} role="status">
          <span>{w.form.back}</span>
          <Button size="compact-sm" variant="default" onClick={form.discard}>
            {w.form.discard}
          </Button>
        </div>
      )}
      {form.outdated && !locked && (
        <div className={styles.notice} data-warn="" role="status">
          <span>{w.form.changedElsewhere}</span>
          <Button size="compact-sm" variant="default" onClick={form.discard}>
            {w.form.discard}
          </Button>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- documents are dropped; a button takes them, too */}
      <div
        className={styles.sheet}
        data-over={over || undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(!locked);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={drop}
      >
        <VoiceRow
          languages={languages}
          voices={voices}
          proposed={value.language === studio.defaultLanguage ? studio.defaultVoice?.name : null}
          value={value}
          errors={shown}
          sample={sample.length <= sampleMax ? sample : ''}
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
        <p className={styles.sourceState} role="status">
          {source.reading !== null ? w.source.reading({ name: source.reading }) : told}
        </p>
        {source.failure?.of === 'file' && (
          <p className={styles.error} role="alert">
            {source.failure.message}
          </p>
        )}
        <div className={styles.text} data-over={over || undefined} data-drop={w.source.drop}>
          <TextEditor
            value={value.text}
            excess={excess}
            error={textError}
            view={view}
            onView={setView}
            onChange={editText}
            onAddress={source.readPage}
            onBlur={() => setLeftEmpty(form.dirty && value.text.trim() === '')}
            undo={form.canUndo && !locked ? form.undo : null}
            redo={form.canRedo && !locked ? form.redo : null}
            keeping={form.dirty ? (form.isKept ? w.form.kept : w.form.notKept) : ''}
            disabled={locked}
            sentences={
              <SentenceRows
                text={value.text}
                language={value.language}
                voices={voices.voices}
                marks={value.marks}
                heard={heard}
                disabled={locked}
                onChange={(marks) => edit({ marks })}
              />
            }
          />
        </div>
        <div className={styles.buttons}>
          <Button
            type="submit"
            size="md"
            leftSection={<IconWaveSine size={19} />}
            disabled={busy || locked}
            aria-disabled={!isComplete || busy || locked}
            data-incomplete={!isComplete || undefined}
            className={styles.generate!}
          >
            {sending ? w.form.generating : w.form.generate}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title={w.source.replaceHeading}
        confirm={w.source.replace}
        opened={found !== null}
        onConfirm={() => found && take(found, false)}
        onClose={() => setFound(null)}
      >
        <p>{w.source.replaceText({ name: found?.from ?? '' })}</p>
        <Button variant="subtle" style={{ justifySelf: 'start' }} onClick={() => found && take(found, true)}>
          {w.source.append}
        </Button>
      </ConfirmDialog>
    </form>
  );
}
