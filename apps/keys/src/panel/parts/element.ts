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
