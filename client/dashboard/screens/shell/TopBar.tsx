import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconBuilding, IconLogout, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link, useLocation, useMatches } from 'react-router-dom';
import type { TopBar_account$key } from '../../__generated__/TopBar_account.graphql.ts';
import type { TopBar_user$key } from '../../__generated__/TopBar_user.graphql.ts';
import { Logo } from '../../ui/Logo.tsx';
import type { AccountHandle } from './account-entry.ts';
import { BalanceLabel } from './BalanceLabel.tsx';
import styles from './TopBar.module.css';

export function TopBar({ user: key, onMenu }: { user: TopBar_user$key | null; onMenu: () => void }) {
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
      <button type="button" className={`${styles.icon} ${styles.burger}`} onClick={onMenu} aria-label="Open the navigation">
        <IconMenu2 size={20} />
      </button>
      <Link to="/projects/dashboard" className={styles.title}>
        <Logo />
        <span>Parlance</span>
      </Link>
      <div className={styles.end}>
        {user && <BalanceLabel user={user} />}
        <SchemeSwitch />
        {user && <UserMenu user={user} />}
      </div>
    </header>
  );
}

/** Light or dark; when the choice is the system's own, it follows the system again. */
function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const next = shown === 'dark' ? 'light' : 'dark';
  const change = () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    setColorScheme(next === system ? 'auto' : next);
  };
  return (
    <button type="button" className={styles.icon} onClick={change} aria-label={`Switch to the ${next} scheme`}>
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
  const menu = useRef<HTMLDivElement>(null);
  const location = useLocation();
  const entries = useMatches().flatMap(({ handle }) => (handle as Partial<AccountHandle> | undefined)?.accountEntries ?? []);
  useEffect(() => menu.current?.hidePopover(), [location]);
  return (
    <>
      <button type="button" className={styles.user} popoverTarget="user-menu" aria-label={`Account of ${name}`}>
        {avatar ? <img src={avatar} alt="" /> : (name || email).slice(0, 1).toUpperCase()}
      </button>
      <div ref={menu} id="user-menu" popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <strong>{name}</strong>
          <span>{email}</span>
        </p>
        {entries
          .filter(({ administrators }) => !administrators || role === 'admin')
          .map(({ path, label, icon: Icon }) => (
            <Link key={path} to={`/projects/${path}`}>
              <Icon size={17} stroke={1.7} /> {label}
            </Link>
          ))}
        {organizations?.map(({ organization: { id, slug, name: title } }) => (
          <Link key={id} to={`/projects/organization/${slug}`}>
            <IconBuilding size={17} stroke={1.7} /> {title}
          </Link>
        ))}
        <Link to="/logout">
          <IconLogout size={17} stroke={1.7} /> Logout
        </Link>
      </div>
    </>
  );
}
