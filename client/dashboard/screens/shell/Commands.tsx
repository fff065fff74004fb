import {
  IconBook2,
  IconBuilding,
  IconEar,
  IconHome,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSearch,
  IconUserPlus,
} from '@tabler/icons-react';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type Dispatch,
  type SetStateAction,
} from 'react';
import { graphql, useFragment } from 'react-relay';
import { useMatches, useNavigate } from 'react-router-dom';
import type { Commands_user$data, Commands_user$key } from '../../__generated__/Commands_user.graphql.ts';
import { failureMessage } from '../../relay/failures.ts';
import { runByKeys, useCommands, type Command } from '../../ui/commands.ts';
import { showError } from '../../ui/messages.ts';
import { switchLanguage } from '../../ui/switch-language.ts';
import { languages, useLanguage, type Language } from '../../words/language.ts';
import { shellWords, type ShellWords } from '../../generated/words/shell.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import { accountEntriesFor } from './account-entry.ts';
import { useSchemeSwitch } from './use-scheme-switch.ts';

/** Windows that show the commands, each loaded on demand. */
const windows = {
  palette: () => withWords(import('./CommandPalette.tsx')),
  shortcuts: () => withWords(import('./ShortcutsDialog.tsx')),
};
export type CommandWindow = keyof typeof windows;
type Shown = ComponentType<{ onClose: () => void; typed?: string }>;

/** The commands that every screen has, the keys of all commands, and the windows that show them. */
export function Commands({
  user: key,
  asked,
  onAsk,
}: {
  user: Commands_user$key;
  asked: CommandWindow | null;
  onAsk: (window: CommandWindow | null) => void;
}) {
  const user = useFragment(userFragment, key);
  const w = useWords(shellWords);
  const [typed, setTyped] = useState('');
  const close = useCallback(() => {
    setTyped('');
    onAsk(null);
  }, [onAsk]);
  const Window = useWindow(asked, close);
  useEarlyKeys(asked === 'palette' && !Window, setTyped, close);
  useCommands([...usePlaceCommands(), ...useAccountCommands(user), ...generalCommands(w, onAsk)]);
  useLayoutEffect(() => {
    addEventListener('keydown', runByKeys);
    return () => removeEventListener('keydown', runByKeys);
  }, []);
  return Window && <Window onClose={close} typed={typed} />;
}

/** Buffers keys typed while the palette loads: they are its input, not commands. */
function useEarlyKeys(waiting: boolean, setTyped: Dispatch<SetStateAction<string>>, close: () => void): void {
  useLayoutEffect(() => {
    if (!waiting) return;
    const hear = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (key.length === 1) setTyped((before) => before + key);
      else if (key === 'Backspace') setTyped((before) => before.slice(0, -1));
      else if (key === 'Escape') close();
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', hear, true);
    return () => removeEventListener('keydown', hear, true);
  }, [waiting, setTyped, close]);
}

/** Returns the commands for destinations that every user has. */
function usePlaceCommands(): Command[] {
  const w = useWords(shellWords);
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  return [
    { id: 'dashboard', group: 'places', label: w.dashboard, icon: IconHome, run: go('/projects/dashboard') },
    {
      id: 'project.create',
      group: 'places',
      label: w.projects.create,
      icon: IconPlus,
      run: go('/projects/create'),
    },
    {
      id: 'dictionaries',
      group: 'places',
      label: w.dictionaries,
      icon: IconEar,
      run: go('/dictionaries/projects'),
    },
    {
      id: 'documentation',
      group: 'places',
      label: w.documentation,
      icon: IconBook2,
      run: go('/projects/docs'),
    },
  ];
}

/** What concerns the person alone: account, organizations, language and colours. */
function useAccountCommands(user: Commands_user$data): Command[] {
  const w = useWords(shellWords);
  const navigate = useNavigate();
  const language = useLanguage();
  const scheme = useSchemeSwitch();
  const entries = accountEntriesFor(useMatches(), user.role);
  const go = (path: string) => () => void navigate(path);
  return [
    ...entries.map(({ path, label, icon }) => ({
      id: `account.${path}`,
      group: 'account' as const,
      label: label(),
      icon,
      run: go(`/projects/${path}`),
    })),
    ...(user.organizations ?? []).map(({ organization: { id, slug, name } }) => ({
      id: `organization.${id}`,
      group: 'account' as const,
      label: name,
      icon: IconBuilding,
      run: go(`/projects/organization/${slug}`),
    })),
    ...(user.organizations ?? [])
      .filter(({ role }) => role === 'MAINTAINER')
      .map(({ organization: { id, slug, name } }) => ({
        id: `organization.invite.${id}`,
        group: 'account' as const,
        label: w.inviteTo({ name }),
        icon: IconUserPlus,
        run: go(`/projects/organization/${slug}#invite`),
      })),
    ...(Object.keys(languages) as Language[])
      .filter((code) => code !== language)
      .map((code) => ({
        id: `language.${code}`,
        group: 'account' as const,
        label: w.switchTo({ language: languages[code] }),
        icon: IconLanguage,
        keywords: 'language Sprache',
        run: () => switchLanguage(code),
      })),
    { id: 'scheme', group: 'account', label: scheme.label, icon: IconMoon, run: scheme.change },
    { id: 'logout', group: 'account', label: w.logout, icon: IconLogout, run: go('/logout') },
  ];
}

/** The windows that show commands, and the search. */
const generalCommands = (w: ShellWords, onAsk: (window: CommandWindow | null) => void): Command[] => [
  {
    id: 'palette',
    group: 'general',
    label: w.search,
    keys: 'Mod+K',
    notInPalette: true,
    run: () => onAsk('palette'),
  },
  {
    id: 'search',
    group: 'general',
    label: w.searchField,
    icon: IconSearch,
    keys: '/',
    run: () => focusSearch() || onAsk('palette'),
  },
  {
    id: 'shortcuts',
    group: 'general',
    label: w.shortcuts,
    icon: IconKeyboard,
    keys: '?',
    run: () => onAsk('shortcuts'),
  },
];

/** Loads the requested window. If loading fails, it reports the failure and drops the request. */
function useWindow(asked: CommandWindow | null, onFailure: () => void): Shown | null {
  const [loaded, setLoaded] = useState<Partial<Record<CommandWindow, Shown>>>({});
  const wanted = asked && !loaded[asked] ? asked : null;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    windows[wanted]().then(
      (module) => setLoaded((before) => ({ ...before, [wanted]: module.default })),
      (error: unknown) => {
        if (left) return;
        showError(failureMessage(error));
        onFailure();
      },
    );
    return () => {
      left = true;
    };
  }, [wanted, onFailure]);
  return asked ? (loaded[asked] ?? null) : null;
}

/** The search field of the present screen. @returns whether there is one */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#content input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

const userFragment = graphql`
  fragment Commands_user on User {
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
