/** The element that has the focus, inside open shadow roots too. */
export function deepActiveElement(document: Document): HTMLElement | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement ? active : null
}
