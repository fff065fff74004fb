import '../../ui/forms.css';
import { Button, TextInput } from '@mantine/core';
import { useMemo, useRef, type FormEvent } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ProfileScreenMutation } from '../../__generated__/ProfileScreenMutation.graphql.ts';
import type { ProfileScreen_user$key } from '../../__generated__/ProfileScreen_user.graphql.ts';
import type { ProfileScreenQuery } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction } from '../../relay/use-action.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/messages.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DraftNotice } from '../article/DraftNotice.tsx';
import { DeveloperToken } from './DeveloperToken.tsx';
import styles from './ProfileScreen.module.css';
import { Security } from './Security.tsx';

const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

export default function ProfileScreen() {
  const { viewer } = usePreloadedQuery<ProfileScreenQuery>(
    graphql`
    query ProfileScreenQuery @preloadable @throwOnFieldError {
      viewer {
        user {
          ...ProfileScreen_user
        }
      }
    }
  `,
    useLoadedQuery<ProfileScreenQuery>(),
  );
  if (!viewer?.user) return <NotFound />;
  return <Profile user={viewer.user} />;
}

function Profile({ user: key }: { user: ProfileScreen_user$key }) {
  const user = useFragment(
    graphql`
    fragment ProfileScreen_user on User {
      id
      email
      name
      timeZone
      role
      balance
      hasVerified
      organizations {
        ...shown_membership
        role
        organization {
          id
          slug
          name
        }
      }
    }
  `,
    key,
  );
  const w = useWords(profileWords);
  const saved = useMemo(
    () => ({ name: user.name, timeZone: user.timeZone ?? null }),
    [user.name, user.timeZone],
  );
  const { value, draft, dirty, restored, change, settle, discard } = useDraft<{
    name: string;
    timeZone: string | null;
  }>(`profile:${user.id}`, saved);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const edit = (part: Partial<typeof value>) => {
    clear(...Object.keys(part));
    change(part);
  };
  const [update, busy] = useAction<ProfileScreenMutation>(graphql`
    mutation ProfileScreenMutation($input: UpdateUserInput!) {
      result: updateUser(input: $input) {
        __typename
        ... on UpdateUserSuccess {
          user {
            id
            ...ProfileScreen_user
            ...TopBar_user
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sent = draft;
    const outcome = await update({ input: sent });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    settle(sent);
    notify(w.saved, 2000);
  };
  return (
    <>
      <PageHeader title={w.title} detail={user.email} />
      <div className={styles.parts}>
        <Panel>
          <form ref={form} onSubmit={submit} noValidate className={styles.fields}>
            {restored && <DraftNotice onDiscard={discard} />}
            <TextInput
              label={w.fullName}
              autoComplete="name"
              value={value.name}
              error={errors['name']}
              onChange={(event) => edit({ name: event.currentTarget.value })}
            />
            <SearchSelect
              label={w.timezone}
              description={w.timezoneHint}
              clearable
              placeholder={w.browsers}
              data={Intl.supportedValuesOf('timeZone')}
              limit={60}
              value={value.timeZone}
              error={errors['timeZone']}
              onChange={(timeZone) => edit({ timeZone })}
              clearButtonProps={{ 'aria-label': w.useBrowsers }}
            />
            <div>
              <Button type="submit" loading={busy} disabled={!dirty || !value.name.trim()}>
                {w.save}
              </Button>
            </div>
          </form>
        </Panel>
        <Panel title={w.account}>
          <dl className={styles.facts}>
            <div>
              <dt>{w.role}</dt>
              <dd>{user.role === 'ADMIN' ? w.roles.ADMIN : w.roles.VIEWER}</dd>
            </div>
            <div>
              <dt>{w.language}</dt>
              <dd>
                <LanguageSwitch />
              </dd>
            </div>
            {user.balance != null && (
              <div>
                <dt>{w.charactersLeft}</dt>
                <dd>
                  {user.hasVerified
                    ? w.invoiced({ count: formatCount(user.balance) })
                    : formatCount(user.balance)}
                </dd>
              </div>
            )}
          </dl>
          {user.balance != null && (
            <p className={styles.note}>
              {w.howCounted} <Link to="/projects/docs/characters">{w.more}</Link>
            </p>
          )}
        </Panel>
        <Security email={user.email} />
        {user.organizations && user.organizations.length > 0 && (
          <Panel title={w.organizations}>
            <ul className={styles.list}>
              {user.organizations.map(({ organization, role }) => (
                <li key={organization.id}>
                  <Link to={`/projects/organization/${organization.slug}`}>{organization.name}</Link>
                  <span>{w.memberRoles[role as keyof typeof w.memberRoles] ?? role}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {isLocal && (
          <Panel title={w.token.title}>
            <DeveloperToken />
          </Panel>
        )}
      </div>
    </>
  );
}
