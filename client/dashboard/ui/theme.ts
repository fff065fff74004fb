import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#e7f4f4',
  '#cfe6e6',
  '#a3cfd0',
  '#74b7b9',
  '#4ea6a8',
  '#2f9a9c',
  '#1c8c8f',
  '#127b7e',
  '#0c6a6d',
  '#06585b',
];
// Paper and ink: greys with a little warmth.
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f3f1ed',
  '#e8e5df',
  '#dad6ce',
  '#938e85',
  '#857f76',
  '#736e66',
  '#575249',
  '#3a362f',
  '#201d19',
];
const dark: MantineColorsTuple = [
  '#e9e6e1',
  '#bdb9b2',
  '#96928b',
  '#6d6b67',
  '#66686c',
  '#36383b',
  '#282a2d',
  '#1d1f22',
  '#17191b',
  '#101213',
];

/**
 * What deletes is red in both schemes, dark enough for white letters (5.5:1) where it is filled. Notices that
 * warn are as badges are.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.color === 'yellow' && input.variant === 'light')
    return { ...colors, background: 'var(--warn-soft)', color: 'var(--warn)' };
  if (input.color !== 'red') return colors;
  if (input.variant === 'subtle') return { ...colors, hover: 'var(--bad-soft)', color: 'var(--bad)' };
  if (input.variant === 'filled')
    return { ...colors, background: '#c92a2a', hover: '#b02323', color: '#fff' };
  return colors;
};

export const theme = createTheme({
  variantColorResolver,
  colors: { petrol, gray, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.179,
  black: '#201d19',
  fontFamily: "'Inter Variable', 'Inter Stand-in', 'Inter on Android', system-ui, sans-serif",
  headings: { fontFamily: 'var(--serif)', fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Muted text and placeholders dark enough to read (4.5:1 and more) in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fdfcfb',
    '--mantine-color-default-border': '#938e85',
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': '#b3261e',
  },
  dark: {
    '--mantine-color-body': dark[8],
    '--mantine-color-default-border': '#76787d',
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-placeholder': dark[1],
    '--mantine-color-error': '#ff9a92',
  },
});
