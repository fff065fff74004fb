import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { useMemo, useRef, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { SettingsFormMutation } from '../../__generated__/SettingsFormMutation.graphql.ts';
import type { SettingsForm_project$key } from '../../__generated__/SettingsForm_project.graphql.ts';
import type { SettingsForm_query$key } from '../../__generated__/SettingsForm_query.graphql.ts';
import type { SettingsFormSourceMutation } from '../../__generated__/SettingsFormSourceMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { isOf, unplacedErrors } from '../../ui/field-errors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { notify } from '../../ui/messages.ts';
import { FoldingPanel } from '../../ui/Panel.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { DraftNotice } from '../article/DraftNotice.tsx';
import { OrganizationSelect } from '../organization/OrganizationSelect.tsx';
import { sourceLabel } from '../project/source-kinds.ts';
import { VoicePicker } from '../voices/VoicePicker.tsx';
import { AddSource } from './AddSource.tsx';
import { ExtractorRulesTable } from './ExtractorRulesTable.tsx';
import { FailoverVoice } from './FailoverVoice.tsx';
import { LimitQuote } from './LimitQuote.tsx';
import { PaywallSettings } from './PaywallSettings.tsx';
import { ProjectLog } from './ProjectLog.tsx';
import { canSave, fieldsOf, modelOf, panelFields, settingsProblems, updateInput, type SettingsFields } from './settings-fields.ts';
import styles from './SettingsForm.module.css';
import { SoundSettings } from './SoundSettings.tsx';
import { UrlReplacementsTable } from './UrlReplacementsTable.tsx';

const locked = 'This feature is not enabled in your organization.';
const lockedSections = [
  ['paywall', 'Paywall'],
  ['ad_insert', 'Audio ads'],
  ['smart_qa', 'Smart QA'],
  ['article_duplicator', 'Article duplicator'],
] as const;

/** All settings of a project; nothing is sent before Save. */
export function SettingsForm({ project: key, query: queryKey }: { project: SettingsForm_project$key; query: SettingsForm_query$key }) {
  const query = useFragment(
    graphql`
    fragment SettingsForm_query on Query {
      viewer {
        ...OrganizationSelect_viewer
      }
      ...VoicePicker_query
      ...FailoverVoice_query
    }
  `,
    queryKey,
  );
  const project = useFragment(
    graphql`
    fragment SettingsForm_project on Project {
      id
      databaseId
      name
      canReadLogs
      entitlements
      organization {
        id
        name
      }
      voiceName
      voiceLanguage
      voiceSettings {
        key
        value
      }
      failoverVoice
      mainUrl
      autoAddArticles
      articlesFromDate
      limitEnabled
      limitPerDay
      charactersToday
      extractorRules {
        type
        selector
      }
      urlReplacements {
        source
        destination
        isRegex
      }
      pauseSentence
      pauseParagraph
      pauseHeading
      audioBitrate
      cover {
        tag
        url
      }
      paywall
      paywallCTA
      paywallParagraphLimit
      paywallAudioSuffixEnabled
      paywallAudioSuffix
      sources {
        id
        type
        url
      }
      ...PaywallSuffix_project
      ...AddSource_project
    }
  `,
    key,
  );
  const saved = useMemo(() => fieldsOf(project), [project]);
  const { value, draft, dirty, restored, change, settle, discard } = useDraft<SettingsFields>(`settings:${project.databaseId}`, saved);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const navigate = useNavigate();
  const [update, updating] = useAction<SettingsFormMutation>(updateMutation);
  const [updateSource, updatingSource] = useAction<SettingsFormSourceMutation>(updateSourceMutation);
  const here = `/projects/${project.databaseId}`;

  const edit = (part: Partial<SettingsFields>) => {
    clear(...Object.keys(part));
    change(part);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problems = settingsProblems(value);
    if (Object.keys(problems).length > 0) return refuse(problems);
    clear(...Object.keys(errors));
    const sent = draft;
    const { sourceUrls, ...others } = sent;
    if (Object.keys(others).length > 0) {
      const outcome = await update({ input: updateInput(project.id, others) });
      if (!outcome.ok) return refuse(outcome.fieldErrors);
      settle(others);
    }
    for (const [id, url] of Object.entries(sourceUrls ?? {})) {
      if (url === saved.sourceUrls[id]) continue;
      const outcome = await updateSource({ input: { id, url: url.trim() || null } });
      if (!outcome.ok) return refuse({ [`sourceUrls.${id}`]: outcome.fieldErrors['url'] ?? outcome.message });
    }
    settle(sent);
    notify('Settings saved', 2000);
    await navigate(here);
  };
  const shown = Object.entries(panelFields).filter(([panel]) => panel !== 'paywall' || project.entitlements.includes('paywall'));
  const isRefused = (panel: keyof typeof panelFields) =>
    panelFields[panel].some((field) => Object.keys(errors).some((path) => isOf(path, field)));
  const unplaced = unplacedErrors(
    errors,
    shown.flatMap(([, fields]) => [...fields]),
  );
  const withUrl = project.sources.filter(({ type }) => type === 'rss' || type === 'parser');

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {restored && <DraftNotice onDiscard={discard} />}
      <FoldingPanel title="Project name" summary={value.name} open>
        <TextInput
          aria-label="Project name"
          value={value.name}
          error={errors['name']}
          onChange={(event) => edit({ name: event.currentTarget.value })}
        />
      </FoldingPanel>
      <FoldingPanel
        title="Organization"
        summary={
          value.organization === null
            ? 'Private project'
            : value.organization === project.organization?.id
              ? project.organization.name
              : 'Another organization'
        }
        open={isRefused('organization')}
      >
        <OrganizationSelect
          viewer={query.viewer ?? null}
          value={value.organization}
          present={project.organization ?? null}
          error={errors['organization']}
          onChange={(organization) => edit({ organization })}
        />
      </FoldingPanel>
      <FoldingPanel title="Voice" summary={[value.voiceLanguage, value.voiceName].filter(Boolean).join(', ')} open>
        <VoicePicker
          query={query}
          value={{ voiceLanguage: value.voiceLanguage, voiceName: value.voiceName, settings: value.voiceAdditionalSettings }}
          errors={errors}
          onChange={({ voiceLanguage, voiceName, settings }) => edit({ voiceLanguage, voiceName, voiceAdditionalSettings: settings })}
        />
        <FailoverVoice
          query={query}
          language={value.voiceLanguage}
          value={value.failoverVoice}
          error={errors['failoverVoice']}
          onChange={(failoverVoice) => edit({ failoverVoice })}
        />
      </FoldingPanel>
      <FoldingPanel title="Sound" summary={`${value.audioBitrate} kbit/s${value.cover ? ', with a cover' : ''}`} open={isRefused('sound')}>
        <SoundSettings value={value} errors={errors} onChange={edit} />
      </FoldingPanel>
      <FoldingPanel
        title="Content source"
        summary={project.sources.map(({ type }) => sourceLabel(type)).join(', ')}
        open={isRefused('sources')}
      >
        {withUrl.map(({ id, type }) => (
          <TextInput
            key={id}
            label={type === 'rss' ? 'RSS feed URL' : 'Website'}
            inputMode="url"
            value={value.sourceUrls[id] ?? ''}
            error={errors[`sourceUrls.${id}`]}
            onChange={(event) => edit({ sourceUrls: { ...value.sourceUrls, [id]: event.currentTarget.value } })}
          />
        ))}
        <AddSource project={project} />
      </FoldingPanel>
      <FoldingPanel
        title="Daily character limit"
        summary={value.limitEnabled ? `${value.limitPerDay} characters a day` : 'No limit'}
        open={isRefused('limit')}
      >
        <Switch
          label="Limit the characters voiced in a day"
          checked={value.limitEnabled}
          error={errors['limitEnabled']}
          onChange={(event) => edit({ limitEnabled: event.currentTarget.checked })}
        />
        <NumberInput
          label="Characters a day"
          description="An average article has about 1,000"
          min={1}
          step={10_000}
          thousandSeparator=","
          allowDecimal={false}
          disabled={!value.limitEnabled}
          value={value.limitPerDay}
          error={errors['limitPerDay']}
          onChange={(limitPerDay) => edit({ limitPerDay })}
        />
        <LimitQuote
          project={project.id}
          limit={value.limitEnabled ? value.limitPerDay : null}
          voice={value.voiceName}
          model={modelOf(value)}
        />
      </FoldingPanel>
      <FoldingPanel title="Parsing" summary={value.mainUrl} open={isRefused('parsing')}>
        <Switch
          label="Generate articles automatically from the website"
          checked={value.autoAddArticles}
          error={errors['autoAddArticles']}
          onChange={(event) => edit({ autoAddArticles: event.currentTarget.checked })}
        />
        <TextInput
          label="Main URL"
          placeholder="https://example.org"
          inputMode="url"
          value={value.mainUrl}
          error={errors['mainUrl']}
          onChange={(event) => edit({ mainUrl: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Parse articles from"
          description="Older articles are left out"
          value={value.articlesFromDate ?? ''}
          error={errors['articlesFromDate']}
          onChange={(event) => edit({ articlesFromDate: event.currentTarget.value || null })}
          className={styles.short!}
        />
        <ExtractorRulesTable rules={value.extractorRules} errors={errors} onChange={(extractorRules) => edit({ extractorRules })} />
        <UrlReplacementsTable
          rules={value.urlReplacements}
          changed={'urlReplacements' in draft}
          errors={errors}
          onChange={(urlReplacements) => edit({ urlReplacements })}
        />
      </FoldingPanel>
      {project.entitlements.includes('paywall') && (
        <FoldingPanel
          title="Paywall"
          summary={value.paywall ? `After paragraph ${value.paywallParagraphLimit}` : 'Off'}
          open={isRefused('paywall')}
        >
          <PaywallSettings project={project} value={value} errors={errors} onChange={edit} />
        </FoldingPanel>
      )}
      {lockedSections
        .filter(([feature]) => !project.entitlements.includes(feature))
        .map(([feature, title]) => (
          <FoldingPanel key={feature} title={title} locked={locked} />
        ))}
      {project.canReadLogs && <ProjectLog project={project.id} />}
      {unplaced.length > 0 && (
        <div className={styles.refused}>
          <FieldError>Not saved. {unplaced.join(' ')}</FieldError>
        </div>
      )}
      <div className={styles.save}>
        <Button type="submit" size="md" loading={updating || updatingSource} disabled={!dirty || !canSave(value)}>
          Save
        </Button>
        <LinkButton variant="subtle" to={here}>
          Back to project
        </LinkButton>
        {dirty && <span className={styles.unsaved}>There are unsaved changes</span>}
      </div>
    </form>
  );
}

const updateMutation = graphql`
  mutation SettingsFormMutation($input: UpdateProjectInput!) {
    result: updateProject(input: $input) {
      __typename
      ... on UpdateProjectSuccess {
        project {
          id
          ...SideBar_project
          ...ProjectFacts_project
          ...SettingsForm_project
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const updateSourceMutation = graphql`
  mutation SettingsFormSourceMutation($input: UpdateSourceInput!) {
    result: updateSource(input: $input) {
      __typename
      ... on UpdateSourceSuccess {
        source {
          ...SourceItem_source
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
