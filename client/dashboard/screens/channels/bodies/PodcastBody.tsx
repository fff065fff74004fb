import { Select } from '@mantine/core';
import { isFieldPath } from '../../../ui/forms/field-errors.ts';
import { FoldingPanel, Panel } from '../../../ui/Panel.tsx';
import { SearchSelect } from '../../../ui/forms/SearchSelect.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { formWords } from '../../../generated/words/form.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import layout from '../podcast/PodcastLayout.module.css';
import { DeclaredField, DeclaredFields } from '../fields/DeclaredField.tsx';
import { OtherSettings } from './DeclaredBody.tsx';
import { Preflight } from '../check/Preflight.tsx';
import { ResourceLocation } from '../fields/ResourceLocation.tsx';
import { labelOf, optionLabel } from '../fields/setting-words.ts';
import { DirectoryChecklist, directorySettings } from '../podcast/DirectoryChecklist.tsx';
import { LanguageField } from '../podcast/LanguageField.tsx';
import { PodcastPreview } from '../podcast/PodcastPreview.tsx';
import { VoiceContent, voiceContentSettings } from './VoiceContent.tsx';

const first = ['artwork', 'title', 'description'] as const;
const categories = ['category', 'subCategory'] as const;
const more = ['link', 'copyright', 'explicit', 'episodeType', 'medium', 'complete'] as const;
const grouping = ['groupingType', 'groupingAmount'] as const;
const extras = ['persons', 'podroll', 'fundingUrl', 'fundingText'] as const;
const moving = ['locked', 'podcastGuid', 'newFeedUrl'] as const;
const shown = [
  ...first,
  ...categories,
  'author',
  'language',
  ...more,
  ...grouping,
  ...directorySettings,
  ...extras,
  ...moving,
  ...voiceContentSettings,
];

/** The form of a podcast. */
export function PodcastBody({ form }: { form: ChannelFormState }) {
  const { podcast: w, location } = useWords(channelsWords);
  const isRefused = (names: readonly string[]) =>
    names.some((name) => Object.keys(form.errors).some((path) => isFieldPath(path, name)));
  return (
    <div className={layout.parts} data-wide="">
      <div className={layout.first}>
        <Panel title={w.title}>
          <div className={styles.section}>
            <DeclaredField form={form} name="artwork" />
            <DeclaredField form={form} name="title" required />
            <DeclaredField form={form} name="description" />
            <Categories form={form} />
            <DeclaredField form={form} name="author" />
            <LanguageField form={form} />
            <DeclaredFields form={form} names={more} />
          </div>
        </Panel>
      </div>
      <div className={layout.preview}>
        <PodcastPreview form={form} />
      </div>
      <div className={layout.rest}>
        <VoiceContent form={form} preview={w.preview} />
        <Panel title={w.grouping}>
          <div className={styles.section}>
            <p className={styles.hint}>{w.groupingText}</p>
            <DeclaredField form={form} name="groupingType" />
            {form.value['groupingType'] === 'GROUP' && <DeclaredField form={form} name="groupingAmount" />}
          </div>
        </Panel>
        <DirectoryChecklist form={form} />
        <FoldingPanel title={w.extras} summary={w.extrasText} open={isRefused(extras)}>
          <DeclaredFields form={form} names={extras} />
        </FoldingPanel>
        <FoldingPanel title={w.moving} summary={w.movingText} open={isRefused(moving)}>
          <DeclaredFields form={form} names={moving} />
        </FoldingPanel>
        <OtherSettings form={form} shown={shown} />
        <Preflight form={form} />
        <ResourceLocation form={form} label={location.podcast} />
      </div>
    </div>
  );
}

/** Category and subcategory of Apple's list; another category has other subcategories. */
function Categories({ form: { kind, value, errors, edit } }: { form: ChannelFormState }) {
  const f = useWords(formWords);
  const { podcast: w } = useWords(channelsWords);
  const category = typeof value['category'] === 'string' ? value['category'] : null;
  const subCategory = typeof value['subCategory'] === 'string' ? value['subCategory'] : null;
  const subcategories = kind.categories.find(({ name }) => name === category)?.subcategories ?? [];
  return (
    <>
      <div data-setting="category">
        <SearchSelect
          label={labelOf('category')}
          className={styles.short!}
          data={kind.categories.map(({ name }) => ({ value: name, label: optionLabel('category', name) }))}
          clearable
          clearButtonProps={{ 'aria-label': w.noCategory }}
          placeholder={f.none}
          value={category}
          error={errors['category']}
          onChange={(next) => edit({ category: next, subCategory: null })}
        />
      </div>
      {subcategories.length > 0 && (
        <div data-setting="subCategory">
          <Select
            label={labelOf('subCategory')}
            className={styles.short!}
            data={subcategories.map((name) => ({ value: name, label: optionLabel('subCategory', name) }))}
            clearable
            clearButtonProps={{ 'aria-label': w.noSubcategory }}
            placeholder={f.none}
            value={subCategory}
            error={errors['subCategory']}
            onChange={(next) => edit({ subCategory: next })}
          />
        </div>
      )}
    </>
  );
}
