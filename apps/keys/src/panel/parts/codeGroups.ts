import { element } from './element.ts'

/** A code in its groups of four, each of which a person can find again. It reads as one line of characters. */
export const codeGroups = (code: string): HTMLElement =>
  element(
    'ol',
    { class: 'kp-code', dir: 'ltr', translate: 'no' },
    code.split('-').map((group) => element('li', {}, [group])),
  )
