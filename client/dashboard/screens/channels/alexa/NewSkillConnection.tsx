import { Button } from '@mantine/core';
import { graphql } from 'react-relay';
import type { NewSkillConnectionQuery } from '../../../__generated__/NewSkillConnectionQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './AlexaConnection.module.css';
import { AmazonAccount } from './AmazonAccount.tsx';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

/** The connection to Alexa while a skill is being created: it is published once it is saved. */
export function NewSkillConnection({ project }: { project: string }) {
  const { alexa: w } = useWords(channelsWords);
  return (
    <Panel title={w.title}>
      <Part what={w.what} waiting={<Bar height={48} />}>
        {(attempt) => <Loaded id={project} attempt={attempt} />}
      </Part>
    </Panel>
  );
}

function Loaded({ id, attempt }: { id: string; attempt: number }) {
  const { alexa: w } = useWords(channelsWords);
  const { project } = useFreshQuery<NewSkillConnectionQuery>(
    graphql`
    query NewSkillConnectionQuery($id: ID!) @throwOnFieldError {
      project(id: $id) {
        ...AmazonAccount_project
      }
    }
  `,
    { id },
    attempt,
  );
  if (!project) return null;
  return (
    <AmazonAccount project={project}>
      <Button type="button" disabled className={styles.button!}>
        {w.publish}
      </Button>
      <p className={styles.hint}>{w.saveFirst}</p>
    </AmazonAccount>
  );
}
