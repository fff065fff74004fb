import { Select, TextInput } from '@mantine/core';
import { sourceWords } from '../../../generated/words/source.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { RefreshApiKey } from '../../project/RefreshApiKey.tsx';
import { RobotsSetting } from '../../project/sources/RobotsSetting.tsx';
import { isKeyed, isPolled, sourceIcon } from '../../project/sources/source-kinds.ts';
import { AddSource } from '../AddSource.tsx';
import { fieldId, revealField } from '../reveal-section.ts';
import { SettingField } from '../SettingField.tsx';
import { sourceKinds, type SourceKind } from '../settings-fields.ts';
import type { SectionProps, SettingsFormState } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

/** Where the articles come from. */
export function SourcesSection({ form }: SectionProps) {
  const w = useWords(sourceWords);
  const { sources } = form.project;
  return (
    <>
      {sources.length === 0 && <p className={styles.hint}>{w.none}</p>}
      {sources.map((source, index) => (
        <Source key={source.id} form={form} source={source} position={index + 1} />
      ))}
      {sources.some(({ type }) => type === 'RSS') && <SettingField form={form} name="autoupdate" />}
      <AddSource project={form.project} />
    </>
  );
}

interface SourceProps extends SectionProps {
  source: SettingsFormState['project']['sources'][number];
  position: number;
}

/** One of them: its type, its address, its key, and whether it honours robots.txt. */
function Source({ form, source, position }: SourceProps) {
  const w = useWords(sourceWords);
  const { value, errors, edit } = form;
  const type = value.sourceTypes[source.id] ?? source.type;
  const Icon = sourceIcon(type);
  const url = value.sourceUrls[source.id] ?? '';
  const write = (address: string) => edit({ sourceUrls: { ...value.sourceUrls, [source.id]: address } });
  return (
    <fieldset className={styles.source} data-testid="source-settings">
      <legend className="visually-hidden">{w.types[type as keyof typeof w.types] ?? type}</legend>
      <Select
        aria-label={w.type({ position })}
        leftSection={<Icon size={16} stroke={1.7} />}
        data={sourceKinds.map((kind) => ({ value: kind, label: w.types[kind] }))}
        allowDeselect={false}
        value={type}
        error={errors[`sourceTypes.${source.id}`]}
        onChange={(kind) =>
          kind && edit({ sourceTypes: { ...value.sourceTypes, [source.id]: kind as SourceKind } })
        }
      />
      <div className={styles.sourceBody}>
        {type === 'RSS' && (
          <TextInput
            label={w.feed}
            placeholder="https://"
            inputMode="url"
            value={url}
            error={errors[`sourceUrls.${source.id}`]}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
        )}
        {type === 'PARSER' && <ParserAddress form={form} id={source.id} url={url} onChange={write} />}
        {type === 'MANUAL' && <p className={styles.hint}>{w.manual}</p>}
        {type !== source.type && <p className={styles.warn}>{isKeyed(source.type) ? w.losesKey : w.keeps}</p>}
        {isKeyed(type) &&
          (isKeyed(source.type) ? (
            <div className={styles.line}>
              <span className={styles.hint}>
                {source.apiKeyPrefix ? w.key({ prefix: source.apiKeyPrefix }) : w.noKey}
              </span>
              <RefreshApiKey source={source.id} label={w.types[type as 'API']} />
            </div>
          ) : (
            <p className={styles.hint}>{w.newKey}</p>
          ))}
        {isPolled(type) && type === source.type && <RobotsSetting source={source} />}
      </div>
    </fieldset>
  );
}

/** Shows the address of a website only once: a source without another address reads the main URL. */
function ParserAddress({
  form,
  id,
  url,
  onChange,
}: SectionProps & { id: string; url: string; onChange: (url: string) => void }) {
  const w = useWords(sourceWords);
  const { saved, value, errors } = form;
  const error = errors[`sourceUrls.${id}`];
  if (!error && (url === '' || url === saved.mainUrl || url === value.mainUrl))
    return (
      <p className={styles.hint}>
        {w.followsMainUrl}{' '}
        <button type="button" className={styles.inlineLink} onClick={() => revealField(fieldId('mainUrl'))}>
          {w.mainUrlLink}
        </button>
      </p>
    );
  return (
    <TextInput
      label={w.website}
      inputMode="url"
      value={url}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
