import { button, closeIconPath, group, speedButton, timeline, type Piece, type Ui } from './controls.ts';
import { drawings } from './drawings.ts';
import { icon } from './elements.ts';
import { muteButton, skip } from './sound-buttons.ts';
import { chaptersButton, sleepButton } from './timers.ts';

/** What the pill has more when it is unfolded. @param tools where services put their buttons */
export function fullPill(ui: Ui, tools: HTMLElement): { timeline: Piece; controls: Piece } {
  const { texts } = ui;
  return {
    timeline: timeline(ui),
    controls: group(
      'controls',
      skip(ui, false),
      skip(ui, true),
      speedButton(ui),
      chaptersButton(ui),
      sleepButton(ui),
      muteButton(ui),
      tools,
      button(ui, 'collapse', texts.collapse, icon(drawings.collapse), { type: 'collapse' }),
      button(ui, 'close', texts.close, icon(closeIconPath), { type: 'close' }),
    ),
  };
}
