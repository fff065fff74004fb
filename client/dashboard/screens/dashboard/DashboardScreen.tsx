import { IconArrowRight, IconPlus } from '@tabler/icons-react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { DashboardScreenQuery } from '../../__generated__/DashboardScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { excerpt } from '../../ui/format.ts';
import { firstDocPages } from '../docs/doc-pages.ts';
import { CardArt } from './CardArt.tsx';
import styles from './DashboardScreen.module.css';

export default function DashboardScreen() {
  const { viewer } = usePreloadedQuery<DashboardScreenQuery>(
    graphql`
    query DashboardScreenQuery @preloadable @throwOnFieldError {
      viewer {
        user {
          name
        }
        projectsConnection(first: 1) {
          edges {
            cursor
          }
        }
      }
    }
  `,
    useLoadedQuery<DashboardScreenQuery>(),
  );
  const name = viewer?.user?.name;
  const any = (viewer?.projectsConnection.edges.length ?? 0) > 0;
  return (
    <>
      <header className={styles.hero}>
        <div>
          <h1>{name ? `Hello, ${name}` : 'Hello'}</h1>
          <p>
            {any
              ? 'Choose a project from the sidebar, or give another publication a voice.'
              : 'Give your articles a voice: create your first project.'}
          </p>
        </div>
        <Link to="/projects/create/" className={styles.create}>
          <IconPlus size={17} stroke={2.2} /> Create a project
        </Link>
      </header>
      <section aria-labelledby="learn">
        <h2 id="learn" className={styles.heading}>
          How it works
        </h2>
        <ul className={styles.cards}>
          {firstDocPages.map(({ slug, title, lead }) => (
            <li key={slug} className={styles.card}>
              <CardArt slug={slug} />
              <div className={styles.text}>
                <h3>{title}</h3>
                <p>{excerpt(lead)}</p>
                <Link to={`/projects/docs/${slug}`} className={styles.more} aria-label={`Read: ${title}`}>
                  Read <IconArrowRight size={15} />
                </Link>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
