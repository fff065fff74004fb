import { Checkbox, TextInput } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { PublishingFields_article$key } from '../../__generated__/PublishingFields_article.graphql.ts';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticleScreens.module.css';
import { AuthorAndDate } from './fields/AuthorAndDate.tsx';
import { EmbargoField } from './fields/EmbargoField.tsx';
import { LabelsField } from './fields/LabelsField.tsx';
import { PictureField } from './fields/PictureField.tsx';
import type { useArticleForm } from './use-article-form.ts';

/** Fields of `PublishingFields`, to separate their errors from those of title and text. */
export const publishingFields = ['publishAt', 'publishedAt', 'author', 'imageUrl', 'labels', 'url'] as const;

interface PublishingFieldsProps {
  article: PublishingFields_article$key;
  form: ReturnType<typeof useArticleForm>;
}

/** When and how an article is published: what is not read aloud. */
export function PublishingFields({ article: key, form }: PublishingFieldsProps) {
  const { publishAt, canEdit, project } = useFragment(
    graphql`
    fragment PublishingFields_article on Article {
      publishAt
      canEdit
      project {
        id
        sourceTypes
      }
    }
  `,
    key,
  );
  const w = useWords(articleWords);
  const { value, errors, edit } = form;
  const disabled = !canEdit;
  return (
    <div className={styles.fields}>
      <EmbargoField
        value={value}
        isStored={Boolean(publishAt)}
        error={errors['publishAt']}
        disabled={disabled}
        onChange={edit}
      />
      <AuthorAndDate value={value} errors={errors} disabled={disabled} onChange={edit} />
      <PictureField value={value} error={errors['imageUrl']} disabled={disabled} onChange={edit} />
      <LabelsField project={project.id} value={value} errors={errors} disabled={disabled} onChange={edit} />
      <TextInput
        label={w.url}
        description={w.urlHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="url"
        value={value.url}
        error={errors['url']}
        disabled={disabled}
        onChange={({ currentTarget }) => edit({ url: currentTarget.value })}
      />
      {project.sourceTypes[0] === 'RSS' && (
        <Checkbox
          label={w.rssAutoUpdate}
          checked={value.rssAutoUpdate}
          disabled={disabled}
          onChange={(event) => edit({ rssAutoUpdate: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
