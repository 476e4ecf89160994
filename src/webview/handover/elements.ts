// Elements as values. Text goes in as text, never as markup: much of it was written by models.

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    setAttribute(made, name, value);
  }
  made.append(...children);
  return made;
}

export function setAttribute(of: Element, name: string, value: string | boolean | undefined): void {
  if (value === undefined || value === false) {
    of.removeAttribute(name);
  } else {
    of.setAttribute(name, value === true ? '' : value);
  }
}

export function button(
  text: string,
  className: string,
  onClick: () => void,
  label?: string,
): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className, 'aria-label': label }, text);
  made.addEventListener('click', onClick);
  return made;
}

/** Leaves what is the same alone, so that a screen reader says only what is new. */
export function setText(of: Element, text: string): void {
  if (of.textContent !== text) {
    of.textContent = text;
  }
}

export function setShown(of: HTMLElement, isShown: boolean): void {
  of.hidden = !isShown;
}
