import { assign, icon, svg } from './elements.ts';

/** Paths for `icon`, of what only the larger versions have. */
export const drawings = {
  loud: 'M4 9.5v5h3.5L12 18.5v-13l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.2a8.2 8.2 0 0 1 0 11.6',
  mute: 'M4 9.5v5h3.5L12 18.5v-13l-4.5 4zM16 9.7l4.6 4.6M20.6 9.7 16 14.3',
  sleep: 'M19.5 14.2A7.8 7.8 0 1 1 9.8 4.5a6.2 6.2 0 0 0 9.7 9.7z',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  previous: 'M6.5 6v12M18 6.5 10 12l8 5.5z',
  next: 'M17.5 6v12M6 6.5l8 5.5-8 5.5z',
  chapters: 'M6 4.5h12v15l-6-4.2-6 4.2z',
  collapse: 'M10 4.5V10H4.5M14 19.5V14h5.5M10 10 4 4M14 14l6 6',
};

/** The arrow of 15 seconds, back or ahead. */
export function skipIcon(ahead: boolean): SVGElement {
  const drawing = icon('M12 5a7.5 7.5 0 1 1-7.5 7.5M14.5 2l-3 3 3 3');
  if (ahead) assign(drawing.firstElementChild!, 'transform', 'matrix(-1 0 0 1 24 0)');
  const number = svg('text', { x: 12, y: 15.4, 'text-anchor': 'middle' });
  number.textContent = '15';
  drawing.append(number);
  return drawing;
}
