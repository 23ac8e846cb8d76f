type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }
export type Child = Node | string | null

/**
 * Makes an element. Text becomes text nodes and nothing is ever parsed as HTML, so the document's policy may require
 * trusted types.
 *
 * @param attributes `true` writes the attribute without a value, `false` and `undefined` leave it out
 * @example element('button', { type: 'button' }, ['Close'], { click: close })
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  children: readonly Child[] = [],
  listeners: Listeners = {},
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : String(value))
  }
  for (const child of children) if (child !== null) made.append(child)
  for (const [type, listener] of Object.entries(listeners)) {
    made.addEventListener(type, listener as (event: Event) => void)
  }
  return made
}

/** A drawing of 20 × 20 in strokes of the text's colour. It says nothing to a screen reader. */
export function icon(path: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  const line = document.createElementNS(space, 'path')
  line.setAttribute('d', path)
  for (const [key, value] of Object.entries({
    viewBox: '0 0 20 20',
    class: 'kp-icon',
    'aria-hidden': 'true',
  })) {
    svg.setAttribute(key, value)
  }
  svg.append(line)
  return svg
}

/**
 * A button that heeds nobody but a person: a click that a script made does nothing.
 *
 * @param options.press called once per press
 */
export function button(
  label: string,
  options: {
    press(event: MouseEvent): void
    isGenuine(event: Event): boolean
    look?: 'main' | 'quiet' | 'danger'
    disabled?: boolean
  },
): HTMLButtonElement {
  const { press, isGenuine, look = 'main', disabled = false } = options
  return element('button', { type: 'button', class: `kp-button kp-${look}`, disabled }, [label], {
    click: (event) => {
      if (isGenuine(event)) press(event)
    },
  })
}

export type Field = {
  readonly node: HTMLElement
  readonly input: HTMLInputElement
  /** Shows what is wrong, and has it read out; null takes it away. */
  setError(text: string | null): void
}

/** A labelled text field. Nothing is remembered, corrected or suggested: it may be for a secret. */
export function field(
  label: string,
  options: { id: string; value?: string; maxLength: number; mono?: boolean; onInput?(value: string): void },
): Field {
  const { id, value = '', maxLength, mono = false, onInput } = options
  const error = element('p', { id: `${id}-error`, class: 'kp-error', role: 'alert' })
  const input = element(
    'input',
    {
      id,
      class: mono ? 'kp-input kp-mono' : 'kp-input',
      type: 'text',
      value,
      maxlength: maxLength,
      autocomplete: 'off',
      autocapitalize: mono ? 'characters' : 'sentences',
      autocorrect: 'off',
      spellcheck: 'false',
      'aria-describedby': `${id}-error`,
      dir: mono ? 'ltr' : undefined,
    },
    [],
    { input: () => onInput?.(input.value) },
  )
  const node = element('div', { class: 'kp-field' }, [element('label', { for: id }, [label]), input, error])
  return {
    node,
    input,
    setError(text) {
      error.textContent = text ?? ''
      input.setAttribute('aria-invalid', String(text !== null))
    },
  }
}

/** Fields whose Enter key submits. A submit that a script made does nothing. */
export const form = (
  children: readonly Child[],
  options: { submit(): void; isGenuine(event: Event): boolean; id: string },
): HTMLFormElement =>
  element('form', { id: options.id, class: 'kp-form', novalidate: true }, children, {
    submit: (event) => {
      event.preventDefault()
      if (options.isGenuine(event)) options.submit()
    },
  })

/** The button of a form that stands outside of it. */
export const submitButton = (label: string, formId: string): HTMLButtonElement =>
  element('button', { type: 'submit', form: formId, class: 'kp-button kp-main' }, [label])

/** A card that warns, or says that something is well. */
export const notice = (
  tone: 'warning' | 'danger' | 'success' | 'plain',
  lines: readonly string[],
): HTMLElement =>
  element(
    'div',
    { class: `kp-card kp-${tone}` },
    lines.map((line) => element('p', {}, [line])),
  )

/** A code in its groups of four, each of which a person can find again. It reads as one line of characters. */
export const codeGroups = (code: string): HTMLElement =>
  element(
    'ol',
    { class: 'kp-code', dir: 'ltr', translate: 'no' },
    code.split('-').map((group) => element('li', {}, [group])),
  )
