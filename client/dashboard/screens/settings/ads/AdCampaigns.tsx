import { ActionIcon, Button, NumberInput, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { AdCampaignsDeleteMutation } from '../../../__generated__/AdCampaignsDeleteMutation.graphql.ts';
import type { AdCampaignsLimitMutation } from '../../../__generated__/AdCampaignsLimitMutation.graphql.ts';
import type {
  AdCampaigns_organization$data,
  AdCampaigns_organization$key,
} from '../../../__generated__/AdCampaigns_organization.graphql.ts';
import type { AdCampaignsPageQuery } from '../../../__generated__/AdCampaignsPageQuery.graphql.ts';
import type { AdCampaignsQuery } from '../../../__generated__/AdCampaignsQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { useAction } from '../../../relay/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../../../ui/messages.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { PlayButton } from '../../../ui/player/PlayButton.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { pageSizes } from '../../../generated/limits.ts';
import { audioAdsWords } from '../../../generated/words/audioAds.ts';
import { formatDay } from '../../../ui/format.ts';
import { settingNamesWords as settingNames } from '../../../generated/words/settingNames.ts';
import { settingsWords } from '../../../generated/words/settings.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';
import { adLimitProblem } from './ad-rules.ts';
import ads from './AdCampaigns.module.css';
import { NewAdUnit } from './NewAdUnit.tsx';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';
import { numberSigns } from '../../../ui/forms/number-signs.ts';

type Campaign = NonNullable<
  NonNullable<AdCampaigns_organization$data['adCampaigns']['edges'][number]>['node']
>;
type Unit = Campaign['units'][number];

/** All campaigns of an organization, newest first: any of them may be the chosen one. */
function useCampaigns(organization: AdCampaigns_organization$key | null | undefined): Campaign[] {
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    AdCampaignsPageQuery,
    AdCampaigns_organization$key
  >(
    graphql`
    fragment AdCampaigns_organization on Organization
    @refetchable(queryName: "AdCampaignsPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 100 }, cursor: { type: "String" }) {
      adCampaigns(first: $count, after: $cursor) @connection(key: "AdCampaigns_adCampaigns") {
        edges {
          node {
            id
            name
            limit
            views
            units {
              id
              slug
              audioUrl
              durationMs
              dateFrom
              dateTo
              views
            }
          }
        }
      }
    }
  `,
    organization ?? null,
  );
  useEffect(() => {
    if (hasNext && !isLoadingNext) loadNext(pageSizes.most);
  }, [hasNext, isLoadingNext, loadNext]);
  return data?.adCampaigns.edges.flatMap((edge) => edge?.node ?? []) ?? [];
}

/** The campaign whose ads are played: one of the project's organization, with its ads. */
export default function AdCampaigns({ form }: SectionProps) {
  const w = useWords(audioAdsWords).campaign;
  const [changes, setChanges] = useState(0);
  const organization = form.project.organization?.id;
  if (!organization) return <p className={styles.hint}>{w.privateProject}</p>;
  return (
    <Part what={w.what} waiting={<Bar height={60} />}>
      {(attempt) => (
        // Of another organization, to which the project was moved, nothing has been read.
        <Campaigns
          form={form}
          fetchKey={`${attempt}.${changes}.${organization}`}
          onChanged={() => setChanges(changes + 1)}
        />
      )}
    </Part>
  );
}

function Campaigns({
  form,
  fetchKey,
  onChanged,
}: SectionProps & { fetchKey: string; onChanged: () => void }) {
  const w = useWords(audioAdsWords);
  const names = useWords(settingNames);
  const { value, errors, edit } = form;
  const [adding, setAdding] = useState(false);
  const { project } = useFreshQuery<AdCampaignsQuery>(
    graphql`
    query AdCampaignsQuery($id: ID!) @throwOnFieldError {
      project(id: $id) {
        id
        organization {
          ...liveFragments_organization
          ...AdCampaigns_organization
        }
      }
    }
  `,
    { id: form.project.id },
    fetchKey,
  );
  const campaigns = useCampaigns(project?.organization);
  const campaign = campaigns.find(({ id }) => id === value.adCampaign);
  return (
    <div className={styles.table}>
      <Select
        label={names.adCampaign.label}
        className={styles.short!}
        placeholder={w.campaign.placeholder}
        data={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
        clearable
        clearButtonProps={{ 'aria-label': w.campaign.none }}
        value={campaign?.id ?? null}
        error={errors['adCampaign']}
        onChange={(chosen) => edit({ adCampaign: chosen })}
      />
      {campaign && <CampaignItem key={campaign.id} campaign={campaign} onChanged={onChanged} />}
      {adding ? (
        <NewAdUnit
          form={form}
          campaign={campaign ?? null}
          campaigns={campaigns}
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false);
            onChanged();
            if (value.adCampaign === null) edit({ adCampaign: id });
          }}
        />
      ) : (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => setAdding(true)}
          >
            {w.add.open}
          </Button>
        </div>
      )}
    </div>
  );
}

function CampaignItem({ campaign, onChanged }: { campaign: Campaign; onChanged: () => void }) {
  const w = useWords(audioAdsWords);
  const { cancel } = useWords(settingsWords);
  const [deleting, setDeleting] = useState<Unit | null>(null);
  const [remove, removing] = useAction<AdCampaignsDeleteMutation>(graphql`
    mutation AdCampaignsDeleteMutation($input: DeleteAdUnitInput!) {
      result: deleteAdUnit(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    const { ok } = await remove({ input: { campaign: campaign.id, unit: deleting!.id } });
    setDeleting(null);
    if (ok) onChanged();
  };
  return (
    <div className={ads.campaign}>
      <p className={styles.hint}>
        {w.campaign.ads({ count: campaign.units.length })},{' '}
        {w.campaign.views({ views: campaign.views, limit: campaign.limit })}
      </p>
      <CampaignLimit campaign={campaign} onChanged={onChanged} />
      {campaign.units.length === 0 && <p className={styles.hint}>{w.campaign.noAds}</p>}
      <ul className={ads.units}>
        {campaign.units.map((unit) => (
          <li key={unit.id}>
            <PlayButton
              track={{
                id: `ad:${unit.id}`,
                url: audioPath(unit.audioUrl),
                title: unit.slug,
                durationMs: unit.durationMs,
              }}
              title={unit.slug}
            />
            <span className={ads.name}>
              <strong>{unit.slug}</strong>
              <span>
                {w.campaign.dates({ from: formatDay(unit.dateFrom), to: formatDay(unit.dateTo) })},{' '}
                {w.campaign.played({ views: unit.views })}
              </span>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={w.campaign.remove({ slug: unit.slug })}
              onClick={() => setDeleting(unit)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={w.campaign.removeTitle}
        confirm={w.campaign.delete}
        cancel={cancel}
        opened={deleting !== null}
        busy={removing}
        onConfirm={() => void confirm()}
        onClose={() => setDeleting(null)}
      >
        <p>{w.campaign.removeBody({ slug: deleting?.slug ?? '' })}</p>
      </ConfirmDialog>
    </div>
  );
}

/**
 * Field for the maximum frequency of a campaign's ads. It is saved separately, because other projects share
 * the campaign.
 */
function CampaignLimit({ campaign, onChanged }: { campaign: Campaign; onChanged: () => void }) {
  const w = useWords(audioAdsWords);
  const [limit, setLimit] = useState<number | string>(campaign.limit);
  const [error, setError] = useState<string | null>(null);
  const [update, busy] = useAction<AdCampaignsLimitMutation>(graphql`
    mutation AdCampaignsLimitMutation($input: UpdateAdCampaignInput!) {
      result: updateAdCampaign(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const save = async () => {
    const problem = adLimitProblem(limit, w.add.problems.limit);
    setError(problem);
    if (problem) return;
    const outcome = await update({ input: { id: campaign.id, limit: Number(limit) } });
    if (!outcome.ok) return setError(outcome.fieldErrors['limit'] ?? null);
    notify(w.campaign.limitSaved, 2000);
    onChanged();
  };
  return (
    <div className={ads.limit}>
      <NumberInput
        label={w.campaign.limit}
        min={2}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        {...numberSigns()}
        value={limit}
        error={error}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void save();
        }}
        onChange={(next) => {
          setLimit(next);
          setError(null);
        }}
      />
      {limit !== campaign.limit && (
        <Button variant="default" loading={busy} onClick={() => void save()}>
          {w.campaign.setLimit}
        </Button>
      )}
    </div>
  );
}
