import { Select } from '@mantine/core';
import { graphql } from 'react-relay';
import type { ExtractorAddressQuery } from '../../../__generated__/ExtractorAddressQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { parsingWords } from '../../../generated/words/parsing.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { SettingField } from '../SettingField.tsx';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

/** From which of the server's addresses pages are fetched; for administrators. */
export default function ExtractorAddress({ form }: SectionProps) {
  const w = useWords(parsingWords).ip;
  return (
    <fieldset className={styles.table}>
      <legend>{w.legend}</legend>
      <SettingField form={form} name="extractorServerIp" />
      {form.value.extractorServerIp && (
        <Part what={w.what}>{(attempt) => <Addresses form={form} attempt={attempt} />}</Part>
      )}
    </fieldset>
  );
}

function Addresses({ form: { value, errors, edit }, attempt }: SectionProps & { attempt: number }) {
  const w = useWords(parsingWords).ip;
  const { extractorIps } = useFreshQuery<ExtractorAddressQuery>(
    graphql`
    query ExtractorAddressQuery @throwOnFieldError {
      extractorIps {
        ip
        isDefault
      }
    }
  `,
    {},
    attempt,
  );
  const present = value.extractorIpAddress;
  const gone =
    present !== null && !extractorIps.some(({ ip }) => ip === present)
      ? [{ value: present, label: present }]
      : [];
  return (
    <>
      <Select
        aria-label={w.legend}
        className={styles.short!}
        placeholder={w.standard}
        data={[
          ...extractorIps.map(({ ip, isDefault }) => ({
            value: ip,
            label: isDefault ? w.default({ ip }) : ip,
          })),
          ...gone,
        ]}
        clearable
        clearButtonProps={{ 'aria-label': w.standard }}
        value={present}
        error={errors['extractorIpAddress']}
        onChange={(extractorIpAddress) => edit({ extractorIpAddress })}
      />
      {extractorIps.length < 2 && <p className={styles.hint}>{w.none}</p>}
    </>
  );
}
