import document from '../../../../../.github/docs/embed-recipes.md?raw';

/** Recipes of the documentation that the channel's page shows, by the heading of their section. */
const sections = {
  html: 'Plain HTML',
  wordpress: 'WordPress',
  ghost: 'Ghost',
  drupal: 'Drupal',
  typo3: 'TYPO3',
  builders: 'Webflow, Squarespace and Wix',
  tagManager: 'Google Tag Manager',
  react: 'React and Next.js',
  vue: 'Vue and Nuxt',
  amp: 'AMP',
  newsletter: 'Newsletters',
} as const;

export type RecipeName = keyof typeof sections;

export const recipeNames = Object.keys(sections) as RecipeName[];

/** The channel and the server that the documentation's examples have. */
const example = { slug: 'daily-news', origin: 'https://audio.example.com' };

/**
 * Returns the code of a recipe for a channel, block by block. It comes from the documentation, so that both
 * are the same.
 * @param loader address of the player's script
 * @throws Error when the documentation has no such section
 */
export function recipeCode(name: RecipeName, { loader, slug }: { loader: string; slug: string }): string[] {
  const [, section] = document.split(`\n## ${sections[name]}\n`);
  if (section === undefined) throw new Error(`The recipes have no section "${sections[name]}".`);
  const lines = section.split('\n## ')[0]!.split('\n');
  const blocks: string[][] = [];
  let isCode = false;
  for (const line of lines) {
    const isIndented = line.startsWith('    ');
    if (isIndented && !isCode) blocks.push([]);
    // An empty line belongs to the code around it.
    if (isIndented || (isCode && line === '')) blocks.at(-1)!.push(line.slice(4));
    isCode = isIndented || (isCode && line === '');
  }
  const origin = loader.replace(/\/player\/loader\.js$/, '');
  return blocks.map((block) =>
    block.join('\n').trim().replaceAll(example.origin, origin).replaceAll(example.slug, slug),
  );
}
