import '../../ui/forms.css';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ProfileScreenMutation } from '../../__generated__/ProfileScreenMutation.graphql.ts';
import type { ProfileScreenQuery, ProfileScreenQuery$data } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction } from '../../relay/use-action.ts';
import { NotFound } from '../../relay/Failure.tsx';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/messages.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import styles from './ProfileScreen.module.css';

export default function ProfileScreen() {
  useDocumentTitle('Profile · Parlance');
  const { viewer } = usePreloadedQuery<ProfileScreenQuery>(graphql`
    query ProfileScreenQuery @preloadable {
      viewer {
        user {
          id
          email
          fullname
          timezone
          role
          balance
          hasVerified
          organizations {
            role
            organization {
              id
              slug
              name
            }
          }
        }
      }
    }
  `, useLoadedQuery<ProfileScreenQuery>());
  if (!viewer?.user) return <NotFound />;
  return <Profile user={viewer.user} />;
}

type User = NonNullable<NonNullable<ProfileScreenQuery$data['viewer']>['user']>;

function Profile({ user }: { user: User }) {
  const [fullname, setFullname] = useState(user.fullname);
  const [timezone, setTimezone] = useState<string | null>(user.timezone ?? null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [update, busy] = useAction<ProfileScreenMutation>(graphql`
    mutation ProfileScreenMutation($input: UpdateUserInput!) {
      result: updateUser(input: $input) {
        __typename
        ... on UpdateUserSuccess {
          user {
            id
            name
            fullname
            timezone
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await update({ input: { fullname, timezone } });
    setErrors(outcome.ok ? {} : outcome.fieldErrors);
    if (outcome.ok) notify('Profile saved', 2000);
  };
  return (
    <>
      <PageHeader title="Profile" detail={user.email} />
      <div className={styles.parts}>
        <Panel>
          <form onSubmit={submit} noValidate className={styles.fields}>
            <TextInput label="Full name" autoComplete="name" value={fullname} error={errors['fullname']} onChange={(event) => { setFullname(event.currentTarget.value); setErrors({}); }} />
            <SearchSelect label="Time zone" description="Dates are shown in it" clearable placeholder="The browser's" data={Intl.supportedValuesOf('timeZone')} limit={60} value={timezone} error={errors['timezone']} onChange={setTimezone} clearButtonProps={{ 'aria-label': "Use the browser's time zone" }} />
            <div><Button type="submit" loading={busy} disabled={!fullname.trim()}>Save</Button></div>
          </form>
        </Panel>
        <Panel title="Account">
          <dl className={styles.facts}>
            <div><dt>Role</dt><dd>{user.role === 'admin' ? 'Administrator' : 'User'}</dd></div>
            <div><dt>Characters left</dt><dd>{formatCount(user.balance)}{user.hasVerified && ' (invoiced)'}</dd></div>
          </dl>
        </Panel>
        {user.organizations.length > 0 && (
          <Panel title="Organizations">
            <ul className={styles.list}>
              {user.organizations.map(({ organization, role }) => <li key={organization.id}><Link to={`/projects/organization/${organization.slug}`}>{organization.name}</Link><span>{role}</span></li>)}
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
}
