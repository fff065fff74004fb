import { Button } from '@mantine/core';
import { IconMail, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import type { ChannelChooserQuery } from '../../__generated__/ChannelChooserQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { hasNoFocus } from '../../ui/dialogs/return-focus.ts';
import { hidden } from '../../ui/rich-text.tsx';
import { channelsWords } from '../../generated/words/channels.ts';
import { useWords, currentWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { isEntitled } from '../../frames/project-part/entitlement.ts';
import { addChannelPart } from './channel-parts.ts';
import styles from './ChannelChooser.module.css';
import { kindsByUse, type DeclaredKind } from './channel-kinds.ts';
import { cardTitleOf, descriptionOf } from './channel-names.ts';
import { ChannelIcon } from './list/ChannelIcon.tsx';
import { PlayerArt } from './bodies/PlayerArt.tsx';

/**
 * The kinds of channels, the most used first, a card each: with Add for what the organization has booked,
 * else with Contact.
 */
export default function ChannelChooser() {
  const w = useWords(channelsWords);
  const { project, viewer } = usePreloadedQuery<ChannelChooserQuery>(
    graphql`
    query ChannelChooserQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        databaseId
        name
        entitlements
        ...ProjectPage_project
      }
      viewer {
        contactEmail
      }
    }
  `,
    useLoadedQuery<ChannelChooserQuery>(),
  );
  const cards = useRef<HTMLUListElement>(null);
  // Focuses the screen's main content. The header, the same on each of a project's screens, is a Shift+Tab
  // away.
  useEffect(() => {
    if (hasNoFocus()) cards.current?.querySelector('a')?.focus({ preventScroll: true });
  }, []);
  return (
    <ProjectPage part={addChannelPart} project={project} detail={w.chooser.detail}>
      {project && (
        <ul className={styles.cards} ref={cards}>
          {kindsByUse.map((kind) => (
            <li
              key={kind.type}
              className={styles.card}
              data-first={kind.type === 'PLAYER' || undefined}
              data-retired={kind.isRetired || undefined}
            >
              {kind.type === 'PLAYER' ? (
                <PlayerArt className={styles.picture} />
              ) : (
                !kind.isRetired && (
                  <span className={styles.icon}>
                    <ChannelIcon type={kind.type} size={26} />
                  </span>
                )
              )}
              <h2>{cardTitleOf(kind)}</h2>
              <p>{descriptionOf(kind)}</p>
              {isEntitled(project.entitlements, kind.feature) ? (
                <LinkButton
                  to={`/projects/${project.databaseId}/add-channel-${kind.path}`}
                  icon={<IconPlus size={16} />}
                  variant={kind.isRetired ? 'default' : 'filled'}
                >
                  {w.chooser.add({ kind: cardTitleOf(kind), hidden })}
                </LinkButton>
              ) : (
                <Button
                  component="a"
                  variant="default"
                  href={contactLink(viewer?.contactEmail ?? '', kind, project.name)}
                  leftSection={<IconMail size={16} />}
                >
                  {w.chooser.contact({ kind: cardTitleOf(kind), hidden })}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </ProjectPage>
  );
}

/** A mail to the provider about what is not booked. */
const contactLink = (email: string, kind: DeclaredKind, project: string): string =>
  `mailto:${email}?subject=${encodeURIComponent(currentWords(channelsWords).chooser.subject({ kind: cardTitleOf(kind), project }))}`;
