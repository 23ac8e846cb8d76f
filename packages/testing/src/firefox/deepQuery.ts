/**
 * Source of a function that runs in the page: finds the first visible element that matches a CSS selector, and whose
 * text or accessible label contains `text` when one is given. Open shadow roots are searched too.
 */
export const deepQuery = `(css, text, visible) => {
  const wanted = text === null ? null : text.toLowerCase()
  const says = (element) => [element.textContent, element.getAttribute('aria-label'), element.labels?.[0]?.textContent]
    .some((part) => part?.toLowerCase().includes(wanted))
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const search = (root) => {
    for (const element of root.querySelectorAll('*')) {
      const fits = element.matches(css) && (wanted === null || says(element)) && (!visible || shown(element))
      if (fits) return element
      const inner = element.shadowRoot && search(element.shadowRoot)
      if (inner) return inner
    }
    return null
  }
  return search(document)
}`
