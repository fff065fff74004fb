import '../../ui/forms/forms.css';
import { Button, NumberInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { draftPreviewWords } from '../../generated/words/draftPreview.ts';
import { Part } from '../../relay/Part.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { PreviewProjectSelect } from './PreviewProjectSelect.tsx';
import styles from './DraftPreview.module.css';
import { PreviewArticles } from './PreviewArticles.tsx';
import { PreviewEntries } from './PreviewEntries.tsx';
import {
  useDraftPreview,
  type Draft,
  type DraftPreview,
  type DraftPreviewState,
} from './use-draft-preview.ts';

/** Articles that drafts of each kind are tried on at first, and at most. */
const counts = {
  usual: { first: 100, most: 500 },
  pages: { first: 20, most: 100 },
  model: { first: 10, most: 10 },
} as const;

export interface DraftPreviewDialogProps {
  draft: Draft;
  /** Global id of the project on whose articles it is tried; null: one is chosen. */
  project: string | null;
  /** Global id of the organization whose projects are offered; null: all. */
  organization?: string | null;
  /** Whether a language model is paid for each article. */
  asksModel?: boolean;
  onClose: () => void;
}

/** Previews a draft on the newest articles. Nothing is saved, and only played audio is charged. */
export default function DraftPreviewDialog({
  draft,
  project: given,
  organization = null,
  asksModel = false,
  onClose,
}: DraftPreviewDialogProps) {
  const w = useWords(draftPreviewWords);
  const { first, most } = draft.extractorRules ? counts.pages : asksModel ? counts.model : counts.usual;
  const [project, setProject] = useState(given);
  const [count, setCount] = useState<number | string>(first);
  const { preview, state, problem, begin, stop } = useDraftPreview();
  const isCount = typeof count === 'number' && count >= 1 && count <= most;
  const run = () => {
    if (project && isCount) begin({ ...draft, project, articles: count });
  };
  // The preview starts when it is opened, unless a project has to be chosen first.
  const latest = useRef(run);
  useEffect(() => {
    if (given) latest.current();
  }, [given]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may lie in another form.
    event.stopPropagation();
    run();
  };
  return (
    <Dialog
      title={w.title}
      opened
      className={styles.wide}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          {w.close}
        </Button>
      }
    >
      <form className={styles.ask} noValidate onSubmit={submit}>
        <p className={styles.hint}>{draft.extractorRules ? w.hint.pages : w.hint.usual}</p>
        {!given && (
          <Part what={w.projects} waiting={<Bar height={60} />}>
            {(attempt) => (
              <PreviewProjectSelect
                organization={organization}
                attempt={attempt}
                value={project}
                onChange={setProject}
              />
            )}
          </Part>
        )}
        <div className={styles.count}>
          <NumberInput
            label={w.articles}
            min={1}
            max={most}
            allowDecimal={false}
            value={count}
            error={isCount ? undefined : w.between({ most })}
            onChange={setCount}
          />
          {state === 'running' ? (
            <Button variant="default" onClick={stop}>
              {w.stop}
            </Button>
          ) : (
            <Button type="submit" disabled={!project || !isCount}>
              {w.start}
            </Button>
          )}
        </div>
      </form>
      <Progress state={state} preview={preview} />
      <FieldError>{state === 'failed' ? problem : null}</FieldError>
      {preview && state !== 'failed' && <Findings preview={preview} draft={draft} project={project!} />}
    </Dialog>
  );
}

/** How far it is, and how it ended. */
function Progress({ state, preview }: { state: DraftPreviewState; preview: DraftPreview | null }) {
  const w = useWords(draftPreviewWords);
  const { examined = 0, total = 0 } = preview ?? {};
  const said: Record<DraftPreviewState, string> = {
    idle: '',
    running: preview ? w.progress({ examined, total }) : w.beginning,
    done: total === 0 ? w.noArticles : w.examined({ count: examined }),
    timedOut: w.timedOut({ examined, total }),
    stopped: preview ? w.stopped({ examined, total }) : w.stoppedAtOnce,
    failed: '',
  };
  return (
    <>
      {state === 'running' && (
        <span
          className={styles.progress}
          role="progressbar"
          aria-label={w.running}
          aria-valuemin={0}
          aria-valuemax={total || 1}
          aria-valuenow={examined}
        >
          <span style={{ width: `${total ? Math.max(3, (100 * examined) / total) : 3}%` }} />
        </span>
      )}
      <p role="status" className={styles.hint}>
        {said[state]}
      </p>
    </>
  );
}

function Findings({ preview, draft, project }: { preview: DraftPreview; draft: Draft; project: string }) {
  const w = useWords(draftPreviewWords);
  const { matching, examined, changed, sentences, characters, cost, unread, entries } = preview;
  const isEmpty = preview.done && examined > 0 && changed === 0;
  return (
    <>
      {examined > 0 && (
        <ul className={styles.facts} aria-label={w.findings}>
          {typeof matching === 'number' && <li>{w.matching({ matching, count: examined })}</li>}
          <li>{isEmpty ? w.nothing : w.changed({ articles: changed, sentences })}</li>
          {characters > 0 && <li>{w.cost({ characters, cost: formatMoney(cost) })}</li>}
          {unread > 0 && <li>{w.unread({ count: unread })}</li>}
        </ul>
      )}
      <PreviewEntries entries={entries} />
      <PreviewArticles preview={preview} draft={{ ...draft, project }} />
    </>
  );
}
