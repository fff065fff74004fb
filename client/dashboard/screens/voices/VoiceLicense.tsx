import { graphql, useFragment } from 'react-relay';
import type { VoiceLicense_license$key } from '../../__generated__/VoiceLicense_license.graphql.ts';
import { voicesWords } from '../../generated/words/voices.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './VoicePicker.module.css';

/** License of a voice on this server, and what it excludes or demands. */
export function VoiceLicense({ license }: { license: VoiceLicense_license$key }) {
  const w = useWords(voicesWords).license;
  const { name, nonCommercial, attribution } = useFragment(
    graphql`
      fragment VoiceLicense_license on VoiceLicense {
        name
        nonCommercial
        attribution
      }
    `,
    license,
  );
  return (
    <p className={nonCommercial ? styles.warning : styles.license}>
      {[w.name({ name }), nonCommercial && w.nonCommercial, attribution && w.attribution]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}
