import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconDownload,
  IconHeadphones,
  IconMicrophone2,
  IconPencil,
  IconRefresh,
  IconRefreshDot,
  IconTrash,
  IconWaveSine,
} from '@tabler/icons-react';
import { useState, type RefObject } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type {
  ArticleMenu_article$data,
  ArticleMenu_article$key,
} from '../../../__generated__/ArticleMenu_article.graphql.ts';
import type { ArticleMenuRecrawlMutation } from '../../../__generated__/ArticleMenuRecrawlMutation.graphql.ts';
import type { ArticleMenuRevoiceMutation } from '../../../__generated__/ArticleMenuRevoiceMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { notify } from '../../../ui/messages.ts';
import { OpenMenu } from '../../../ui/dialogs/OpenMenu.tsx';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { DeleteArticle } from '../../article/DeleteArticle.tsx';
import { useReleaseArticle } from '../../article/use-release-article.ts';
import { useHighRes, type HighResFormat } from './use-high-res.ts';
import styles from './ArticlesTable.module.css';

/**
 * Label for regenerating an article's audio: after a failure, or because its project's voice or rules have
 * changed.
 */
const voiceAgain: Record<string, 'retry' | 'voiceAgain' | undefined> = {
  ERRORED: 'retry',
  LIMIT_REACHED: 'retry',
  REJECTED: 'retry',
  READY: 'voiceAgain',
};

const highResItems: [HighResFormat, 'downloadHighRes' | 'downloadWav'][] = [
  ['MP3', 'downloadHighRes'],
  ['WAV', 'downloadWav'],
];

/** What can be done with an article of the list. Only a ready one can be downloaded or its address copied. */
export default function ArticleMenu({
  article: key,
  connection,
  edit,
  trigger,
  onDeleted,
}: {
  article: ArticleMenu_article$key;
  connection: string;
  edit: string;
  trigger: RefObject<HTMLButtonElement | null>;
  onDeleted: () => void;
}) {
  const article = useFragment(articleFragment, key);
  const w = useWords(projectWords).menu;
  const [deleting, setDeleting] = useState(false);
  const [release] = useReleaseArticle(article.id);
  const highRes = useHighRes(article.id, article.title);
  const mayReview = article.project.roles.includes('QA') || article.project.entitlements.includes('QA');
  return (
    <>
      <OpenMenu label={w.actionsFor({ title: article.title })} trigger={trigger} width={260}>
        <Menu.Item component={Link} to={edit} leftSection={<IconPencil size={16} />}>
          {article.canEdit ? w.edit : w.open}
        </Menu.Item>
        {mayReview && (
          <Menu.Item
            component={Link}
            to={`/projects/${article.project.databaseId}/qa/${article.databaseId}/edit`}
            leftSection={<IconHeadphones size={16} />}
          >
            {w.review}
          </Menu.Item>
        )}
        {article.holdReason && article.holdReason !== 'REVIEW' && article.canEdit && (
          <Menu.Item leftSection={<IconMicrophone2 size={16} />} onClick={release}>
            {article.holdReason === 'DOUBTFUL_PASSAGES' ? w.publishNow : w.voiceNow}
          </Menu.Item>
        )}
        <VoicingItems article={article} />
        <AudioItems article={article} highRes={highRes} />
        {article.canEdit && (
          <Menu.Item
            className={styles.danger!}
            leftSection={<IconTrash size={16} />}
            onClick={() => setDeleting(true)}
          >
            {w.delete}
          </Menu.Item>
        )}
      </OpenMenu>
      <DeleteArticle
        article={article}
        connections={[connection]}
        opened={deleting}
        trigger={trigger}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </>
  );
}

/** Regenerates an article's audio or re-reads its page. */
function VoicingItems({ article }: { article: ArticleMenu_article$data }) {
  const w = useWords(projectWords).menu;
  const [revoice] = useAction<ArticleMenuRevoiceMutation>(revoiceMutation);
  const [recrawl] = useAction<ArticleMenuRecrawlMutation>(recrawlMutation);
  const again = article.canEdit && voiceAgain[article.status];
  const reads = article.canEdit && article.project.entitlements.includes('RELOAD_ARTICLE_BUTTONS');
  const readAgain = async () => {
    if ((await recrawl({ input: { id: article.id } })).ok) notify(w.recrawlSoon, 4000);
  };
  return (
    <>
      {again && (
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          onClick={() => void revoice({ input: { id: article.id } })}
        >
          {w[again]}
        </Menu.Item>
      )}
      {reads && (
        <Menu.Item
          disabled={!article.url}
          leftSection={<IconRefreshDot size={16} />}
          onClick={() => void readAgain()}
        >
          {w.recrawl}
        </Menu.Item>
      )}
    </>
  );
}

interface AudioItemsProps {
  article: ArticleMenu_article$data;
  highRes: ReturnType<typeof useHighRes>;
}

/** Takes an article's audio along. */
function AudioItems({ article, highRes: [requestHighRes, making] }: AudioItemsProps) {
  const w = useWords(projectWords).menu;
  const url = article.status === 'READY' ? article.audio?.url : undefined;
  const copy = async () => {
    if (url && (await copyText(new URL(url, location.href).href))) notify(w.copied, 1000);
  };
  return (
    <>
      <Menu.Item
        component="a"
        href={url && audioPath(url)}
        download={`${article.title}.mp3`}
        disabled={!url}
        leftSection={<IconDownload size={16} />}
      >
        {w.download}
      </Menu.Item>
      {article.project.entitlements.includes('DOWNLOAD_HIGHRES') &&
        highResItems.map(([format, label]) => (
          <Menu.Item
            key={format}
            disabled={!url || making !== null}
            closeMenuOnClick={false}
            leftSection={<IconWaveSine size={16} />}
            onClick={() => requestHighRes(format)}
          >
            {making?.format === format ? w.preparing({ percent: making.percent }) : w[label]}
          </Menu.Item>
        ))}
      <Menu.Item disabled={!url} leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
        {w.copyUrl}
      </Menu.Item>
    </>
  );
}

const articleFragment = graphql`
  fragment ArticleMenu_article on Article {
    id
    title
    url
    status
    canEdit
    holdReason
    audio {
      ...liveFragments_audio
      url
    }
    databaseId
    project {
      databaseId
      entitlements
      roles
    }
    ...DeleteArticle_article
  }
`;

const revoiceMutation = graphql`
  mutation ArticleMenuRevoiceMutation($input: RevoiceArticleInput!) {
    result: revoiceArticle(input: $input) {
      __typename
      ... on RevoiceArticleSuccess {
        article {
          ...ArticleRow_article
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const recrawlMutation = graphql`
  mutation ArticleMenuRecrawlMutation($input: RecrawlArticleInput!) {
    result: recrawlArticle(input: $input) {
      __typename
      ... on RecrawlArticleSuccess {
        article {
          recrawlAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
