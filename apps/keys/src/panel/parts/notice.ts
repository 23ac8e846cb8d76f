import { element } from './element.ts'

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
