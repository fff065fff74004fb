import { type Page } from '@playwright/test';

/** A text that the page shows or tells: where, and whether it is cut off or leaves its box. */
export interface ShownText {
  text: string;
  /** What it is the text of: an element, or an attribute of one. */
  of: string;
  /** How its box is too narrow; null where it is not. */
  cut: string | null;
}

/** How many pixels the page is wider than the window, and what sticks out; null where it is not. */
export const widerThanWindow = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // The browser rounds a fraction of a pixel up, which cannot be scrolled.
    if (scrollWidth <= clientWidth + 1) return null;
    const beyond = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.localName}.${element.classList[0] ?? ''}`);
    return `the page is ${scrollWidth - clientWidth} px wider than the window: ${beyond.slice(0, 8).join(', ')}`;
  });

/** Every text that is seen on the page, or told of what is seen there. */
export const textsOnPage = (page: Page): Promise<ShownText[]> =>
  page.evaluate(() => {
    const told = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
    const found: ShownText[] = [];
    const nameOf = (element: Element): string =>
      `${element.localName}.${String(element.getAttribute('class') ?? '').split(' ')[0]}`;
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

    /** Whether a text leaves a box that hides what is outside, or that can be seen to be one. */
    function cut(range: Range, element: Element): string | null {
      const text = range.getBoundingClientRect();
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const rect = box.getBoundingClientRect();
        // Shown in full on hover.
        if (box.getAttribute('title') === element.textContent) return null;
        // What is there for screen readers alone, and what can be scrolled to.
        if (rect.width <= 1 || style.clipPath !== 'none' || /auto|scroll/.test(style.overflow)) return null;
        const hides = /hidden|clip/.test(style.overflow);
        const isFramed =
          parseFloat(style.borderRightWidth) > 0 || !/rgba\(.*, 0\)|transparent/.test(style.backgroundColor);
        const beyond = Math.max(text.right - rect.right, rect.left - text.left);
        if ((hides || isFramed) && style.display !== 'inline' && beyond > 1.5)
          return `${Math.round(beyond)} px ${style.textOverflow === 'ellipsis' ? 'left out of' : 'beyond'} ${nameOf(box)}`;
        if (hides && text.bottom - rect.bottom > 4)
          return `${Math.round(text.bottom - rect.bottom)} px below ${nameOf(box)}`;
      }
      return null;
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (!isSeen(node)) continue;
        for (const attribute of told) {
          const text = node.getAttribute(attribute);
          if (text?.trim()) found.push({ text, of: `${attribute} of ${nameOf(node)}`, cut: null });
        }
        if (node instanceof HTMLInputElement && node.readOnly && node.value)
          found.push({
            text: node.value,
            of: nameOf(node),
            cut:
              node.scrollWidth > node.clientWidth + 1
                ? `${node.scrollWidth - node.clientWidth} px beyond its field`
                : null,
          });
        continue;
      }
      const element = node.parentElement!;
      if (!node.textContent!.trim() || /script|style/.test(element.localName) || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      found.push({ text: node.textContent!.trim(), of: nameOf(element), cut: cut(range, element) });
    }
    return found;
  });
