import { compile, selectAll } from 'css-select';
import type { AnyNode, ChildNode, Element, ParentNode } from 'domhandler';
import { isTag } from 'domhandler';
import { textContent } from 'domutils';

/** Queries of pages' trees, over domhandler's nodes. */

type Query = ReturnType<typeof compile<AnyNode, Element>>;
const compiled = new Map<string, Query>();

/** Caches compiled selectors: ours are few and run on every page. */
function queryOf(selector: string): Query {
  let query = compiled.get(selector);
  if (!query) {
    query = compile<AnyNode, Element>(selector);
    compiled.set(selector, query);
  }
  return query;
}

/**
 * Elements below each node in the page's order, cached for many queries of one page. Cleared whenever a tree
 * is changed.
 */
let flattened = new WeakMap<ParentNode, Element[]>();

function elementsBelow(root: ParentNode): Element[] {
  let elements = flattened.get(root);
  if (!elements) {
    elements = [];
    const add = ({ children }: ParentNode): void => {
      for (const child of children) {
        if (!isTag(child)) continue;
        elements!.push(child);
        add(child);
      }
    };
    add(root);
    flattened.set(root, elements);
  }
  return elements;
}

/** Elements below a node that match one of our own selectors, in the page's order. */
export function select(root: ParentNode, selector: string, limit = Number.POSITIVE_INFINITY): Element[] {
  const query = queryOf(selector);
  const found: Element[] = [];
  for (const element of elementsBelow(root)) {
    if (found.length >= limit) break;
    if (query(element)) found.push(element);
  }
  return found;
}

/**
 * Returns elements that match a selector from user input.
 * @throws SyntaxError or Error for an invalid one
 */
export function selectAny(root: ParentNode, selector: string): Element[] {
  return selectAll<AnyNode, Element>(selector, root);
}

export function firstOf(root: ParentNode, selector: string): Element | null {
  const query = queryOf(selector);
  return elementsBelow(root).find((element) => query(element)) ?? null;
}

/** The text of a node and all below it, as DOM's textContent. */
export function textOf(node: AnyNode): string {
  return textContent(node);
}

export function attribute(element: Element, name: string): string | null {
  return element.attribs[name] ?? null;
}

/** Gives a node these children and no others. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  flattened = new WeakMap();
  for (const child of parent.children) if (child.parent === parent) child.parent = null;
  parent.children = children;
  let before: ChildNode | null = null;
  for (const child of children) {
    child.parent = parent;
    child.prev = before;
    child.next = null;
    if (before) before.next = child;
    before = child;
  }
}

/** Takes elements out of their tree: each parent once, so that many of one parent cost no more than few. */
export function remove(elements: readonly Element[]): void {
  const gone = new Set<ChildNode>(elements);
  const parents = new Set(elements.map(({ parent }) => parent));
  for (const parent of parents)
    if (parent)
      setChildren(
        parent,
        parent.children.filter((child) => !gone.has(child)),
      );
}

/** Takes elements out of their tree and leaves what they hold in their places. */
export function unwrap(elements: readonly Element[]): void {
  const opened = new Set<ChildNode>(elements);
  const contents = (node: ChildNode): ChildNode[] =>
    opened.has(node) ? (node as Element).children.flatMap(contents) : [node];
  const parents = new Set(elements.map(({ parent }) => parent));
  for (const parent of parents)
    if (parent && !opened.has(parent as ChildNode)) setChildren(parent, parent.children.flatMap(contents));
}

/** Returns whether an element is another or is within it. */
export function isWithin(element: Element, holder: Element): boolean {
  for (let level: ParentNode | null = element; level; level = level.parent as ParentNode | null)
    if (level === holder) return true;
  return false;
}

/** Returns the language that an element or what holds it names, two letters; empty where none does. */
export function languageAt(element: Element): string {
  for (let level: Element | null = element; level;) {
    const { attribs, parent }: Element = level;
    const language = attribs['lang'] ?? attribs['xml:lang'];
    if (language) return language.slice(0, 2).toLowerCase();
    level = parent && isTag(parent) ? parent : null;
  }
  return '';
}
