import { channelsWords } from '../../../generated/words/channels.ts';
import { languageLabel } from '../../../ui/format.ts';
import { SearchSelect } from '../../../ui/forms/SearchSelect.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { labelOf } from '../fields/setting-words.ts';
import { podcastLanguages } from './podcast-languages.ts';

/** The language of a podcast; none: that of the project's voice. */
export function LanguageField({ form: { value, errors, edit, project } }: { form: ChannelFormState }) {
  const { podcast: w, clear } = useWords(channelsWords);
  const chosen = typeof value['language'] === 'string' ? value['language'] : null;
  const data = podcastLanguages(chosen);
  const label = labelOf('language');
  return (
    <div data-setting="language">
      <SearchSelect
        label={label}
        description={w.languageHint}
        className={styles.short!}
        data={data}
        clearable
        clearButtonProps={{ 'aria-label': clear({ label }) }}
        placeholder={w.languageOfVoice({ language: languageLabel(project.voice.language) })}
        value={chosen}
        error={errors['language']}
        onChange={(next) => edit({ language: next })}
      />
    </div>
  );
}
