const roots = new WeakMap<Element, ShadowRoot>();

/**
 * Puts the player into a shadow tree of its container. The container's children stay as they are, since
 * frameworks that take over a page compare them with what they made.
 * @returns whether the container can have such a tree
 */
export function placeInside(element: HTMLElement, container: Element): boolean {
  // A container that reserves space keeps it, whatever it held.
  const { height } = container.getBoundingClientRect();
  let root = roots.get(container);
  if (!root)
    try {
      root = container.attachShadow({ mode: 'open' });
      roots.set(container, root);
    } catch {
      return false;
    }
  element.removeAttribute('data-docked');
  element.style.setProperty('min-height', height > 0 ? `${height}px` : '', 'important');
  root.replaceChildren(element);
  return true;
}
