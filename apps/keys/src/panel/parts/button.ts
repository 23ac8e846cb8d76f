import { element } from './element.ts'

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
