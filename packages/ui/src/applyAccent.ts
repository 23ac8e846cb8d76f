import { computeAccent, type Theme } from './computeAccent.ts'

/**
 * Sets the accent on the element that carries the tokens (the shadow host or the root element), through the CSSOM.
 * An invalid accent takes the setting away, so the default holds, and the answer is false.
 * @example applyAccent(document.documentElement, '#0a7', 'light')
 */
export const applyAccent = (element: HTMLElement, accent: string | undefined, theme: Theme): boolean => {
  const computed = accent === undefined ? undefined : computeAccent(accent, theme)
  const properties = {
    '--lk-accent': computed?.accent,
    '--lk-accent-fill': computed?.fill,
    '--lk-on-accent': computed?.on,
    // Under the pointer the ground moves away from its text: towards it, the text would be less readable.
    '--lk-accent-lift': computed && (computed.on === '#ffffff' ? '#000000' : '#ffffff'),
    '--lk-accent-text': computed?.text,
  }
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) element.style.removeProperty(name)
    else element.style.setProperty(name, value)
  }
  return computed !== undefined
}
