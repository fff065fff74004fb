import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { SecondStepNotice_demand$key } from '../../__generated__/SecondStepNotice_demand.graphql.ts';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { signInWaysWords } from '../../generated/words/signInWays.ts';
import { useLanguage } from '../../words/language.ts';
import { dateLocale } from '../../words/formatters.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SecondStepNotice.module.css';

/** Announces in advance that an organization will require two-step sign-in. */
export default function SecondStepNotice({ demand: key }: { demand: SecondStepNotice_demand$key }) {
  const { organizations, dueAt } = useFragment(
    graphql`
    fragment SecondStepNotice_demand on SecondFactorRequirement {
      organizations
      dueAt
    }
  `,
    key,
  );
  const { demand: w } = useWords(signInWaysWords);
  const format = useDateTimeFormat();
  const names = new Intl.ListFormat(dateLocale(useLanguage())).format(organizations);
  return (
    <p className={styles.notice} role="status">
      {w.text({ organizations: organizations.length, names, when: format(dueAt) })}{' '}
      <Link to="/projects/profile">{w.link}</Link>
    </p>
  );
}
