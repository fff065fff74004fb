import { IconShoppingCart } from '@tabler/icons-react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { BuyCharactersQuery } from '../../__generated__/BuyCharactersQuery.graphql.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './BuyCharacters.module.css';

/** Where articles of a project wait for characters: the way to more, for those who may buy some. */
export default function BuyCharacters({ project: id }: { project: string }) {
  const { buying: w } = useWords(organizationWords);
  const { project } = useLazyLoadQuery<BuyCharactersQuery>(
    graphql`
    query BuyCharactersQuery($id: ID!) {
      project(id: $id) {
        charactersSoldBy
      }
    }
  `,
    { id },
  );
  const organization = project?.charactersSoldBy;
  if (!organization) return null;
  return (
    <p className={styles.short}>
      <span>{w.waiting}</span>{' '}
      <Link to={`/projects/organization/${organization}`}>
        <IconShoppingCart size={16} stroke={1.7} aria-hidden="true" /> {w.more}
      </Link>
    </p>
  );
}
