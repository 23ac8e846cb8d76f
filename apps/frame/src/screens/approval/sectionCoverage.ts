import type { Coverage } from '../../approvals/arming.ts'

type Box = { left: number; top: number; right: number; bottom: number }

/** What the browser says about one section, in CSS pixels of this document's window. */
export type SectionReport = {
  /** The whole section. */
  bounds: Box
  /** The part of it that is inside the page's window and every frame on the way. */
  seen: Box
  /** Nothing lies over it, as IntersectionObserver v2 tells. */
  isVisible: boolean
}

/** Where a section can stand: the window, and the line under which the wallet's own footer lies over it. */
export type SectionRoom = { width: number; height: number; footerTop: number }

const areaOf = ({ left, top, right, bottom }: Box) => Math.max(0, right - left) * Math.max(0, bottom - top)

/**
 * Whether a section is shown as it should be. What was scrolled away, in this document, keeps nothing from going on; what
 * stands in its window must really be seen. A section that lies partly under the footer is covered by the wallet itself.
 *
 * @example
 * coverageOfSection({ bounds, seen: bounds, isVisible: false }, { width: 360, height: 640, footerTop: 540 }) // 'covered'
 */
export function coverageOfSection(
  { bounds, seen, isVisible }: SectionReport,
  room: SectionRoom,
): Extract<Coverage, 'visible' | 'covered' | 'outOfView'> {
  const inWindow = areaOf({
    left: Math.max(0, bounds.left),
    top: Math.max(0, bounds.top),
    right: Math.min(room.width, bounds.right),
    bottom: Math.min(room.height, bounds.bottom),
  })
  if (inWindow < 1) return 'visible'
  // The page cuts the frame off; some pixels of rounding are no cut.
  if (areaOf(seen) < inWindow * 0.95) return 'outOfView'
  const whole = bounds.top >= -1 && bounds.bottom <= room.footerTop + 1
  return isVisible || !whole ? 'visible' : 'covered'
}

type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean }

const badness: Readonly<Record<Coverage, number>> = {
  unsupported: 0,
  visible: 1,
  unknown: 2,
  outOfView: 3,
  covered: 4,
}

/** The coverage that keeps the button from being used, if any does. */
export const worstCoverage = (coverages: Iterable<Coverage>): Coverage =>
  [...coverages].reduce((worst, one) => (badness[one] > badness[worst] ? one : worst), 'visible')

/** ms after the last scroll or change of size until the sections are looked at again. */
const settleTime = 100
/** ms between two looks while something is wrong: a change between two thresholds is not reported by itself. */
const recheckTime = 300

function roomOf(element: Element, footer: Element | null): SectionRoom {
  const { innerWidth: width, innerHeight: height } = window
  const inside = footer === null || footer.contains(element)
  return { width, height, footerTop: inside ? height : footer.getBoundingClientRect().top }
}

/**
 * Reports whether all sections are shown as they should be, until the returned function is called. A section that comes
 * out from under the footer changes nothing that the browser reports by itself, so scrolling has them looked at again.
 */
export function observeSections(
  sections: readonly Element[],
  footer: Element | null,
  report: (coverage: Coverage) => void,
): () => void {
  const latest = new Map<Element, Coverage>(sections.map((section) => [section, 'unknown']))
  const options = { threshold: [0, 0.25, 0.5, 0.75, 0.98, 1], trackVisibility: true, delay: 100 }
  const observer = new IntersectionObserver((entries: VisibilityEntry[]) => {
    for (const { target, boundingClientRect: bounds, intersectionRect: seen, isVisible = false } of entries)
      latest.set(target, coverageOfSection({ bounds, seen, isVisible }, roomOf(target, footer)))
    const worst = worstCoverage(latest.values())
    report(worst)
    if (worst !== 'visible') lookSoon(recheckTime)
  }, options)
  const look = () => {
    for (const section of sections) {
      observer.unobserve(section)
      observer.observe(section)
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const lookSoon = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(look, delay)
  }
  const onMove = () => lookSoon(settleTime)
  const sizes = new ResizeObserver(onMove)
  for (const element of [...sections, ...(footer ? [footer] : [])]) sizes.observe(element)
  window.addEventListener('scroll', onMove, { capture: true, passive: true })
  window.addEventListener('resize', onMove)
  look()
  return () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', onMove, { capture: true })
    window.removeEventListener('resize', onMove)
    sizes.disconnect()
    observer.disconnect()
  }
}
