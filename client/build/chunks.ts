import { collectModules, type Modules } from './module-graph.ts';

/** What the first screens are made of, each after what is there already when it is opened. */
const firstScreens = [
  ['sign-in', ['screens/sign-in/SignInScreen.tsx']],
  ['shell', ['screens/shell/Shell.tsx', 'screens/dashboard/DashboardScreen.tsx']],
  ['overview', ['screens/dashboard/OverviewPart.tsx']],
  ['project', ['screens/project/ProjectScreen.tsx', 'screens/project/articles/ArticlesTable.tsx']],
  // What is opened there, or scrolled to.
  [
    'menus',
    [
      'screens/project/articles/ArticleMenu.tsx',
      'screens/project/articles/FiltersPopover.tsx',
      'ui/dialogs/Tip.tsx',
    ],
  ],
  ['below', ['screens/project/articles/ArticleListFooter.tsx']],
] as const;

/**
 * Which file a module that several screens share belongs to. Left alone, the bundler makes one for each set
 * of screens that share something: seventy small ones for a project's page, and a browser fetches six at
 * once. Here what a first screen shares with others is one file.
 * @param folder the dashboard's, where its screens lie
 * @returns the file's name; null: as the bundler likes
 */
export function chunkNames(folder: string): (id: string, modules: Modules) => string | null {
  let reached: [name: string, ids: Set<string>][] | undefined;
  return (id, modules) => {
    if (!reached) {
      const taken = collectModules(modules);
      reached = [['base', ['main.tsx']] as const, ...firstScreens].map(([name, screens]) => [
        name,
        taken(screens.map((screen) => `${folder}/${screen}`)),
      ]);
    }
    // What a screen says, in one language: a file beside each of the screens' own.
    const [, language, part] = /\/generated\/words\/([\w-]+)\/([\w-]+\.ts)$/.exec(id) ?? [];
    if (language) {
      const words = `${folder}/generated/words/${part}`;
      return `words-${language}-${reached.find(([, ids]) => ids.has(words))?.[0] ?? part!.replace('.ts', '')}`;
    }
    const info = modules.getModuleInfo(id);
    // A screen keeps the file that it is known by.
    if (!info || info.isEntry || info.dynamicImporters.length > 0) return null;
    // The page's own script is grouped apart.
    const [first, next] = reached
      .filter(([name, ids]) => name !== 'base' && ids.has(id))
      .map(([name]) => name);
    // Code that the sign-in form shares with the shell must not make signed-in users load the form.
    if (first !== 'sign-in' || !next) return first ?? null;
    return next === 'shell' ? 'every-screen' : `sign-in-${next}`;
  };
}
