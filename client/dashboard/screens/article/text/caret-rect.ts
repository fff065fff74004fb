const copied = [
  'boxSizing',
  'width',
  'padding',
  'border',
  'font',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'textTransform',
  'wordBreak',
  'overflowWrap',
] as const;

/**
 * Returns where a stretch of a text area's value is in the window. Browsers don't tell, so that a copy of the
 * field is laid out.
 */
export function rectOfTextArea(field: HTMLTextAreaElement, start: number, end: number): DOMRect {
  const copy = document.createElement('div');
  const style = getComputedStyle(field);
  for (const name of copied) copy.style[name] = style[name];
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre-wrap', top: '0' });
  const marked = document.createElement('span');
  marked.textContent = field.value.slice(start, end) || '.';
  copy.append(field.value.slice(0, start), marked);
  field.parentElement!.append(copy);
  const [inCopy, ofCopy, ofField] = [marked, copy, field].map((each) => each.getBoundingClientRect());
  copy.remove();
  return new DOMRect(
    ofField!.x + inCopy!.x - ofCopy!.x,
    ofField!.y + inCopy!.y - ofCopy!.y - field.scrollTop,
    inCopy!.width,
    inCopy!.height,
  );
}
