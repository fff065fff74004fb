import '../../ui/forms/forms.css';
import {
  IconBuilding,
  IconCreditCard,
  IconHistory,
  IconMail,
  IconRepeat,
  IconServer,
  IconShieldLock,
  IconToggleRight,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import { useCommands } from '../../ui/commands.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

const base = '/projects/administration';
const parts = [
  { part: 'organizations', path: base, icon: IconBuilding },
  { part: 'people', path: `${base}/people`, icon: IconUsers },
  { part: 'features', path: `${base}/features`, icon: IconToggleRight },
  { part: 'log', path: `${base}/log`, icon: IconHistory },
  { part: 'mail', path: `${base}/mail`, icon: IconMail },
  { part: 'payments', path: `${base}/payments`, icon: IconCreditCard },
  { part: 'jobs', path: `${base}/jobs`, icon: IconRepeat },
  { part: 'system', path: `${base}/system`, icon: IconServer },
  { part: 'security', path: `${base}/security`, icon: IconShieldLock },
] as const;

/** Frame of each part of the administration: its header and the tabs. */
export function AdministrationFrame({ children }: { children: ReactNode }) {
  const w = useWords(administrationWords);
  usePartCommands();
  return (
    <>
      <PageHeader title={w.title} />
      <nav className={styles.nav} aria-label={w.nav}>
        {parts.map(({ part, path, icon: Icon }) => (
          <NavLink key={part} to={path} end>
            <Icon size={16} stroke={1.7} aria-hidden="true" /> {w.parts[part]}
          </NavLink>
        ))}
      </nav>
      {children}
    </>
  );
}

interface RecordFrameProps {
  name: string;
  detail?: ReactNode;
  /** The part that it belongs to. */
  part: 'organizations' | 'people';
  actions?: ReactNode;
  children: ReactNode;
}

/** Frame of one organization, project or person: its name and the link back. */
export function RecordFrame({ name, detail, part, actions, children }: RecordFrameProps) {
  const w = useWords(administrationWords);
  usePartCommands();
  useDocumentTitle(`${name} · ${w.title} · Parlance`);
  const { path } = parts.find((one) => one.part === part)!;
  return (
    <>
      <PageHeader
        title={name}
        detail={detail}
        back={{ to: path, label: w.goTo({ part: w.parts[part] }) }}
        actions={actions}
      />
      <div className={styles.parts}>{children}</div>
    </>
  );
}

function usePartCommands(): void {
  const w = useWords(administrationWords);
  const navigate = useNavigate();
  useCommands(
    parts.map(({ part, path, icon }) => ({
      id: `administration.${part}`,
      label: w.goTo({ part: w.parts[part] }),
      icon,
      run: () => void navigate(path),
    })),
  );
}
