import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { channelsWords } from '../../generated/words/channels.ts';
import { formWords } from '../../generated/words/form.ts';
import { useCommands } from '../../ui/commands.ts';
import { ConflictDialog, type ConflictingChange } from '../../ui/dialogs/ConflictDialog.tsx';
import type { Change } from '../../ui/forms/draft-base.ts';
import { FormFoot } from '../../ui/forms/FormFoot.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { channelBodies } from './bodies/channel-bodies.ts';
import type { ChannelFormState } from './channel-form-state.ts';
import styles from './ChannelForm.module.css';
import { createLabelOf, labelOfKind } from './channel-names.ts';
import { labelOf, valueInWords } from './fields/setting-words.ts';
import { FirstFocus } from './FirstFocus.tsx';
import { DeleteChannel } from './list/DeleteChannel.tsx';
import { saveHint, showHint } from './save-hint.ts';
import { SaveButton } from './SaveButton.tsx';
import { useChannelForm, type ChannelFormProps } from './use-channel-form.ts';
import { useUnplaced } from './use-unplaced.ts';

/** Form of a new or existing channel. Sends nothing before Save; keeps a draft until then. */
export function ChannelForm(props: ChannelFormProps) {
  const { kind, project, channel, nextSlug } = props;
  const w = useWords(channelsWords);
  const state = useChannelForm(props);
  const { value, errors, edit, form, conflict, conflictDialog } = state;
  const Body = channelBodies[kind.type];
  const shown: ChannelFormState = { kind, project, channel: channel ?? null, nextSlug, value, errors, edit };
  return (
    <form ref={form} onSubmit={state.submit} noValidate className={styles.form}>
      {state.restored && <DraftNotice onDiscard={state.discard} />}
      <Suspense fallback={<Bar height={240} />}>
        <Body form={shown} />
        {!channel && <FirstFocus form={form} />}
      </Suspense>
      <ChannelFoot kind={kind} channel={channel} state={state} />
      {conflict && conflictDialog && (
        <ConflictDialog
          {...conflictDialog}
          title={w.conflict}
          changes={conflict.changes.map(inWords)}
          busy={state.saving}
        />
      )}
    </form>
  );
}

interface ChannelFootProps extends Pick<ChannelFormProps, 'kind' | 'channel'> {
  state: ReturnType<typeof useChannelForm>;
}

/** Actions of a channel: save, by button or keys, and delete. */
function ChannelFoot({ kind, channel, state }: ChannelFootProps) {
  const f = useWords(formWords);
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const { value, errors, saved, dirty, saving, form, backTo } = state;
  const unplaced = useUnplaced(form, errors, value);
  const hint = saveHint(kind, value);
  const canSave = hint === null && !saving && (channel === null || dirty);
  useCommands([
    {
      id: 'channel.save',
      label: channel ? f.save : createLabelOf(kind),
      keys: 'Mod+S',
      notInPalette: !canSave,
      run: () => {
        if (canSave) form.current?.requestSubmit();
        else if (hint !== null) showHint(hint);
      },
    },
  ]);
  return (
    <>
      <FormFoot
        unplaced={unplaced}
        buttons={
          <SaveButton
            label={channel ? f.save : createLabelOf(kind)}
            hint={hint}
            busy={saving}
            disabled={channel !== null && !dirty}
          />
        }
        backTo={backTo}
        state={dirty && <span className={styles.unsaved}>{f.unsaved}</span>}
        onDelete={channel ? () => setDeleting(true) : undefined}
      />
      {channel && (
        <DeleteChannel
          id={channel.id}
          name={String(saved[kind.nameSetting] || labelOfKind(kind))}
          opened={deleting}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            state.discard();
            void navigate(backTo);
          }}
        />
      )}
    </>
  );
}

const inWords = ({ name, before, theirs, ...rest }: Change): ConflictingChange => ({
  name,
  label: labelOf(name),
  before: valueInWords(name, before),
  theirs: valueInWords(name, theirs),
  ...('mine' in rest && { mine: valueInWords(name, rest.mine) }),
});
