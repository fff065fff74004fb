import { Autocomplete, Button, NumberInput, TextInput } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { graphql } from 'react-relay';
import { DayField } from '../../../ui/time/DayField.tsx';
import type { NewAdUnitMutation } from '../../../__generated__/NewAdUnitMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import type { FieldErrors } from '../../../ui/forms/field-errors.ts';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { notify } from '../../../ui/messages.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { PlayButton } from '../../../ui/player/PlayButton.tsx';
import { UploadField } from '../../../ui/forms/UploadField.tsx';
import { useFieldErrors } from '../../../ui/forms/use-field-errors.ts';
import { fileLimits } from '../../../generated/limits.ts';
import { audioAdsWords } from '../../../generated/words/audioAds.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { soundProblem } from '../../sounds/file-checks.ts';
import { useUploadSound, type UploadedSound } from '../../sounds/use-upload-sound.ts';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';
import { numberSigns } from '../../../ui/forms/number-signs.ts';
import { adUnitProblems, type AdUnitFields } from './ad-rules.ts';
import ads from './AdCampaigns.module.css';

interface NewAdUnitProps extends SectionProps {
  /** The project's; the new ad is proposed for it. */
  campaign: { readonly name: string; readonly limit: number } | null;
  campaigns: readonly { readonly name: string; readonly limit: number }[];
  onClose: () => void;
  /** @param campaign global id of the one that the ad is of */
  onAdded: (campaign: string) => void;
}

/** The form of an ad: added at once, without waiting for Save. */
export function NewAdUnit({ form, campaign, campaigns, onClose, onAdded }: NewAdUnitProps) {
  const w = useWords(audioAdsWords).add;
  const [fields, setFields] = useState<AdUnitFields>({
    name: campaign?.name ?? '',
    limit: campaign?.limit ?? '',
    slug: '',
    dateFrom: '',
    dateTo: '',
    audioFile: null,
  });
  const area = useRef<HTMLFieldSetElement>(null);
  const { errors, refuse, clear } = useFieldErrors(area);
  const change = (part: Partial<AdUnitFields>) => {
    clear(...Object.keys(part));
    setFields((before) => ({ ...before, ...part }));
  };
  const [create, busy] = useAction<NewAdUnitMutation>(newAdUnitMutation);
  const add = async () => {
    const problems = adUnitProblems(fields, w.problems);
    if (Object.keys(problems).length > 0) return refuse(problems);
    const outcome = await create({
      input: {
        ...fields,
        name: fields.name.trim(),
        limit: Number(fields.limit),
        audioFile: fields.audioFile!,
        project: form.project.id,
      },
    });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    notify(w.added, 2000);
    if (outcome.result.campaign) onAdded(outcome.result.campaign.id);
  };
  return (
    <fieldset ref={area} className={ads.campaign}>
      <legend>{w.legend}</legend>
      <AdFields
        fields={fields}
        errors={errors}
        campaigns={campaigns}
        onChange={change}
        onEnter={() => void add()}
      />
      <AdSound project={form.project.id} onUploaded={(audioFile) => change({ audioFile })} />
      <FieldError>{errors['audioFile']}</FieldError>
      <div className={styles.line}>
        <Button loading={busy} onClick={() => void add()}>
          {w.submit}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {w.close}
        </Button>
      </div>
    </fieldset>
  );
}

interface AdFieldsProps extends Pick<NewAdUnitProps, 'campaigns'> {
  fields: AdUnitFields;
  errors: FieldErrors;
  onChange: (part: Partial<AdUnitFields>) => void;
  onEnter: () => void;
}

/** What an ad is for, and when it is played. */
function AdFields({ fields, errors, campaigns, onChange: change, onEnter }: AdFieldsProps) {
  const w = useWords(audioAdsWords).add;
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className={ads.fields}>
      <Autocomplete
        label={w.name}
        description={w.nameHint}
        data={[...new Set(campaigns.map(({ name }) => name))]}
        value={fields.name}
        error={errors['name']}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={(name) => {
          const known = campaigns.find((one) => one.name === name);
          change({ name, ...(known && { limit: known.limit }) });
        }}
      />
      <NumberInput
        label={w.limit}
        description={w.limitHint}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        {...numberSigns()}
        value={fields.limit}
        error={errors['limit']}
        onKeyDown={addOnEnter}
        onChange={(limit) => change({ limit })}
      />
      <TextInput
        label={w.slug}
        placeholder="spring-2027"
        value={fields.slug}
        error={errors['slug']}
        onKeyDown={addOnEnter}
        onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
      />
      <DayField
        label={w.from}
        value={fields.dateFrom}
        error={errors['dateFrom']}
        onChange={(dateFrom) => change({ dateFrom })}
      />
      <DayField
        label={w.to}
        value={fields.dateTo}
        error={errors['dateTo']}
        onChange={(dateTo) => change({ dateTo })}
      />
    </div>
  );
}

interface AdSoundProps {
  project: string;
  /** @param file what the server calls it */
  onUploaded: (file: UploadedSound['file']) => void;
}

/** The audio of an ad. */
function AdSound({ project, onUploaded }: AdSoundProps) {
  const w = useWords(audioAdsWords).add;
  const [sound, setSound] = useState<UploadedSound | null>(null);
  const send = useUploadSound(project, (uploaded) => {
    setSound(uploaded);
    onUploaded(uploaded.file);
  });
  return (
    <>
      {sound && (
        <div className={styles.suffix}>
          <PlayButton
            track={{
              id: `sound:${sound.file}`,
              url: audioPath(sound.url),
              title: sound.name,
              durationMs: sound.durationMs,
            }}
            title={sound.name}
          />
          <span>{sound.name}</span>
        </div>
      )}
      <UploadField
        label={sound ? w.replace : w.upload}
        hint={w.files}
        accept=".mp3,.wav,audio/mpeg,audio/wav"
        check={(file) =>
          soundProblem(file) ?? (file.size > fileLimits.adMaxBytes ? w.problems.tooLarge : null)
        }
        send={send}
      />
    </>
  );
}

const newAdUnitMutation = graphql`
  mutation NewAdUnitMutation($input: CreateAdUnitInput!) {
    result: createAdUnit(input: $input) {
      __typename
      ... on CreateAdUnitSuccess {
        campaign {
          id
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
