/**
 * What a visitor cannot read as the page stands: text that is cut, or that stands beyond its own box or the screen's edge,
 * where no scrolling leads. Asked in the page, so all that it needs is in it. What others have named (`bdi`) may end in
 * an ellipsis, our own words may not.
 */
export function layoutFaults(): string[] {
  const width = document.documentElement.clientWidth
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const roots: (ShadowRoot | HTMLElement)[] = shadows.length > 0 ? shadows : [document.body]
  const faults = new Set<string>()

  /** How it is that a piece of text does not show in full, if it does not. */
  const faultOf = (element: Element, { left, right, top, bottom }: DOMRect): string | undefined => {
    let scrollsAcross = false
    let scrollsDown = false
    const isNamedByOthers = element.closest('bdi') !== null
    for (let box: Element | null = element; box; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.display.startsWith('inline') && !style.display.includes('-')) continue
      if (style.display === 'contents') continue
      const edge = box.getBoundingClientRect()
      const isBeside = left < edge.left - 1.5 || right > edge.right + 1.5
      const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      if (isNamedByOthers && isShortened) return undefined
      scrollsAcross ||= /auto|scroll/.test(style.overflowX)
      scrollsDown ||= /auto|scroll/.test(style.overflowY)
      if (isBeside && !scrollsAcross) return style.overflowX === 'visible' ? 'spills' : 'cut'
      const isBelow = top < edge.top - 3 || bottom > edge.bottom + 3
      if (isBelow && !scrollsDown && style.overflowY !== 'visible') return 'cut'
    }
    return !scrollsAcross && (left < -1 || right > width + 1) ? 'outside' : undefined
  }

  for (const root of roots) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      const words = text.nodeValue?.trim()
      if (!element || !words || element.closest('style, script, [aria-hidden="true"], .lk-hidden, svg'))
        continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const rect of range.getClientRects()) {
        const fault = rect.width > 1 ? faultOf(element, rect) : undefined
        if (fault) faults.add(`${fault}: ${words.slice(0, 60)} (${element.localName}.${element.className})`)
      }
    }
  }
  return [...faults]
}
