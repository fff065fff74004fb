import '../../ui/forms/forms.css';
import { graphql, useFragment, usePreloadedQuery, useRelayEnvironment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { AccountBalances_accounts$key } from '../../__generated__/AccountBalances_accounts.graphql.ts';
import type { ProfileScreen_user$key } from '../../__generated__/ProfileScreen_user.graphql.ts';
import type { ProfileScreenQuery } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { NotFound } from '../../relay/Failure.tsx';
import DeveloperToken from '../../ui/DeveloperToken.tsx';
import { isLocal } from '../../ui/is-local.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AccountBalances } from './AccountBalances.tsx';
import { AdministratorSettings } from './AdministratorSettings.tsx';
import { EmailAddress } from './EmailAddress.tsx';
import { FirstOrganization } from './FirstOrganization.tsx';
import { useHiddenFeatures } from './hidden-features.ts';
import { saveLanguage } from './save-language.ts';
import { OwnAccount } from './OwnAccount.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfilePicture } from './ProfilePicture.tsx';
import styles from './ProfileScreen.module.css';
import { Security } from './Security.tsx';

export default function ProfileScreen() {
  const { viewer } = usePreloadedQuery<ProfileScreenQuery>(
    graphql`
    query ProfileScreenQuery @preloadable @throwOnFieldError {
      viewer {
        studioOnly
        accounts {
          ...AccountBalances_accounts
        }
        user {
          ...ProfileScreen_user
        }
      }
    }
  `,
    useLoadedQuery<ProfileScreenQuery>(),
  );
  if (!viewer?.user) return <NotFound />;
  return <Profile user={viewer.user} accounts={viewer.accounts} studioOnly={viewer.studioOnly} />;
}

/** @param studioOnly whether the user has only a studio, so that newsrooms and their spending are hidden */
function Profile({
  user: key,
  accounts,
  studioOnly,
}: {
  user: ProfileScreen_user$key;
  accounts: AccountBalances_accounts$key;
  studioOnly: boolean;
}) {
  const user = useFragment(userFragment, key);
  const w = useWords(profileWords);
  const environment = useRelayEnvironment();
  const shown = useHiddenFeatures();
  return (
    <>
      <PageHeader title={w.greeting({ name: user.name })} detail={user.email} />
      <div className={styles.parts}>
        {user.organizations?.length === 0 && !studioOnly && <FirstOrganization />}
        <Panel>
          <ProfileForm user={user} />
        </Panel>
        <Panel title={w.picture.title}>
          <ProfilePicture user={user} />
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
                <LanguageSwitch onSwitch={(language) => saveLanguage(environment, language)} />
              </dd>
            </div>
          </dl>
        </Panel>
        {!studioOnly && accounts.length > 0 && (
          <Panel title={w.charactersLeft}>
            <AccountBalances accounts={accounts} />
          </Panel>
        )}
        {user.role === 'ADMIN' && <AdministratorSettings />}
        <Panel title={w.email.title}>
          <EmailAddress email={user.email} />
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
        <Panel title={w.own.title}>
          <OwnAccount />
        </Panel>
        {(isLocal || shown.has('developerToken')) && (
          <Panel title={w.token.title}>
            <DeveloperToken />
          </Panel>
        )}
      </div>
    </>
  );
}

const userFragment = graphql`
  fragment ProfileScreen_user on User {
    ...ProfileForm_user
    ...ProfilePicture_user
    email
    name
    role
    organizations {
      ...liveFragments_membership
      role
      organization {
        id
        slug
        name
      }
    }
  }
`;
