import {
  IconBuilding,
  IconLanguage,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link, useLocation, useMatches } from 'react-router-dom';
import type { TopBar_account$key } from '../../__generated__/TopBar_account.graphql.ts';
import type { TopBar_user$key } from '../../__generated__/TopBar_user.graphql.ts';
import { isLocal } from '../../ui/is-local.ts';
import { Logo } from '../../ui/Logo.tsx';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { shellWords } from '../../generated/words/shell.ts';
import { withWords } from '../../words/words-part.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { accountEntriesFor } from './account-entry.ts';
import { BalanceLabel } from './BalanceLabel.tsx';
import styles from './TopBar.module.css';
import { useSchemeSwitch } from './use-scheme-switch.ts';

/** Loaded with the menu, on a developer's machine alone. */
const DeveloperToken = lazy(() => withWords(import('../../ui/DeveloperToken.tsx')));

interface TopBarProps {
  user: TopBar_user$key | null;
  onMenu: () => void;
  onSearch: () => void;
}

export function TopBar({ user: key, onMenu, onSearch }: TopBarProps) {
  const w = useWords(shellWords);
  const user = useFragment(
    graphql`
    fragment TopBar_user on User {
      ...BalanceLabel_user
      ...TopBar_account
    }
  `,
    key,
  );
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={`${styles.icon} ${styles.burger}`}
        onClick={onMenu}
        aria-label={w.openNavigation}
      >
        <IconMenu2 size={20} />
      </button>
      <Link to="/projects/dashboard" className={styles.title}>
        <Logo />
        <span>Parlance</span>
      </Link>
      <div className={styles.end}>
        {user && <BalanceLabel user={user} />}
        {user && (
          <button
            type="button"
            className={styles.icon}
            onClick={onSearch}
            aria-label={w.search}
            aria-keyshortcuts="Control+K Meta+K"
          >
            <IconSearch size={19} stroke={1.7} />
          </button>
        )}
        <SchemeSwitch />
        {user && <UserMenu user={user} />}
      </div>
    </header>
  );
}

function SchemeSwitch() {
  const { shown, label, change } = useSchemeSwitch();
  return (
    <button type="button" className={styles.icon} onClick={change} aria-label={label}>
      {shown === 'dark' ? <IconSun size={19} stroke={1.7} /> : <IconMoon size={19} stroke={1.7} />}
    </button>
  );
}

function UserMenu({ user }: { user: TopBar_account$key }) {
  const { name, email, role, avatar, organizations } = useFragment(
    graphql`
    fragment TopBar_account on User {
      name
      email
      role
      avatar
      organizations {
        ...liveFragments_membership
        organization {
          id
          slug
          name
        }
      }
    }
  `,
    user,
  );
  const w = useWords(shellWords);
  const menu = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const location = useLocation();
  const entries = accountEntriesFor(useMatches(), role);
  useEffect(() => menu.current?.hidePopover(), [location]);
  return (
    <>
      <button
        type="button"
        className={styles.user}
        popoverTarget="user-menu"
        aria-label={w.accountOf({ name })}
      >
        {avatar ? <img src={avatar} alt="" /> : (name || email).slice(0, 1).toUpperCase()}
      </button>
      <div
        ref={menu}
        id="user-menu"
        popover="auto"
        className={styles.menu}
        onToggle={({ newState }) => setOpened(newState === 'open')}
      >
        <p className={styles.who}>
          <strong>{name}</strong>
          <span>{email}</span>
        </p>
        {entries.map(({ path, label, icon: Icon }) => (
          <Link key={path} to={`/projects/${path}`}>
            <Icon size={17} stroke={1.7} /> {label()}
          </Link>
        ))}
        {organizations?.map(({ organization: { id, slug, name: title } }) => (
          <Link key={id} to={`/projects/organization/${slug}`}>
            <IconBuilding size={17} stroke={1.7} /> {title}
          </Link>
        ))}
        <div className={styles.language}>
          <IconLanguage size={17} stroke={1.7} /> <LanguageSwitch />
        </div>
        {isLocal && opened && (
          <Suspense>
            <DeveloperToken />
          </Suspense>
        )}
        <Link to="/logout">
          <IconLogout size={17} stroke={1.7} /> {w.logout}
        </Link>
      </div>
    </>
  );
}
