import type { Coverage } from '../../approvals/arming.ts'

type Box = { left: number; top: number; right: number; bottom: number }

/** What the browser says about one section, in CSS pixels of this document's window. */
export type SectionReport = {
  /** The whole section. */
  bounds: Box
  /** The part of it that is inside the page's window and every frame on the way. */
  seen: Box
  /** Nothing lies over it, as IntersectionObserver v2 tells; true where a browser does not have it. */
  isVisible: boolean
}

/**
 * Where a section can stand: the window, the line under which the wallet's own footer lies over it, and the wallet's own
 * warning that stays in sight above what is scrolled.
 */
export type SectionRoom = { width: number; height: number; footerTop: number; band?: Box | undefined }

const areaOf = ({ left, top, right, bottom }: Box) => Math.max(0, right - left) * Math.max(0, bottom - top)

/**
 * Whether a section is shown as it should be. What was scrolled away, in this document, keeps nothing from going on; what
 * stands in its window must really be seen. A section that lies partly under the footer or the worst warning is covered by the
 * wallet itself.
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
  const underBand =
    room.band !== undefined && bounds.top < room.band.bottom - 1 && bounds.bottom > room.band.top + 1
  // Not by a part of a pixel: the browser calls that covered too.
  const whole = bounds.top >= 0 && bounds.bottom <= room.footerTop && !underBand
  return isVisible || !whole ? 'visible' : 'covered'
}

/** IntersectionObserver v2: only where `isVisible` exists does the browser really look. */
const hasV2 =
  typeof IntersectionObserverEntry !== 'undefined' && 'isVisible' in IntersectionObserverEntry.prototype
/** What asks for it; where it is missing the ratios of version 1 stand alone. */
const options = { trackVisibility: true, delay: 100 }
const isSeen = (entry: IntersectionObserverEntry & { isVisible?: boolean }) =>
  !hasV2 || entry.isVisible === true

const badness: Readonly<Record<Coverage, number>> = {
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
  const band = element.closest('.fr-screen')?.querySelector('.fr-worst')
  const footerTop = inside ? height : Math.min(height, footer.getBoundingClientRect().top)
  return {
    width,
    height,
    footerTop,
    ...(band && band !== element ? { band: band.getBoundingClientRect() } : {}),
  }
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
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const { target, boundingClientRect: bounds, intersectionRect: seen } = entry
        const report = { bounds, seen, isVisible: isSeen(entry) }
        latest.set(target, coverageOfSection(report, roomOf(target, footer)))
      }
      const worst = worstCoverage(latest.values())
      report(worst)
      if (worst !== 'visible') lookSoon(recheckTime)
    },
    { ...options, threshold: [0, 0.25, 0.5, 0.75, 0.98, 1] },
  )
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

/** Reports whether an element is in full view, and uncovered as far as the browser tells, until the function is called. */
export function observeElement(element: Element, report: (coverage: Coverage) => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      const latest = entries.at(-1)
      // Half a pixel of rounding is not out of view.
      if (latest && latest.intersectionRatio < 0.98) report('outOfView')
      else if (latest) report(isSeen(latest) ? 'visible' : 'covered')
    },
    { ...options, threshold: [0, 0.5, 0.98, 1] },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/**
 * Has elements looked at now and after each scroll and change of size, until the function is called: what comes out from
 * under the footer is not reported by itself.
 */
function lookAgain(observer: IntersectionObserver, elements: Iterable<Element>): () => void {
  const look = () => {
    for (const element of elements) {
      observer.unobserve(element)
      observer.observe(element)
    }
  }
  window.addEventListener('scroll', look, { capture: true, passive: true })
  window.addEventListener('resize', look)
  look()
  return () => {
    window.removeEventListener('scroll', look, { capture: true })
    window.removeEventListener('resize', look)
    observer.disconnect()
  }
}

/**
 * Reports once all ends of what is signed have been in view: above the footer, in every box that scrolls, and inside what
 * the page lets be seen of the frame. One that is not shown, as in a folded list, never is.
 */
export function observeEnds(
  ends: readonly Element[],
  footer: Element | null,
  report: (unread: boolean) => void,
): () => void {
  const left = new Set(ends)
  report(left.size > 0)
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries)
        if (isIntersecting && boundingClientRect.bottom <= roomOf(target, footer).footerTop + 1)
          left.delete(target)
      report(left.size > 0)
    },
    { threshold: [0, 0.5, 1] },
  )
  return lookAgain(observer, left)
}

/**
 * Reports whether at least one of some elements is wholly in view, above the footer, until the function is called. None to
 * look at: nothing is missed.
 */
export function observeAnyInView(
  elements: readonly Element[],
  footer: Element | null,
  report: (inView: boolean) => void,
): () => void {
  if (elements.length === 0) {
    report(true)
    return () => undefined
  }
  const seen = new Set<Element>()
  report(false)
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, boundingClientRect } of entries)
        if (intersectionRatio >= 0.98 && boundingClientRect.bottom <= roomOf(target, footer).footerTop + 1)
          seen.add(target)
        else seen.delete(target)
      report(seen.size > 0)
    },
    { threshold: [0, 0.5, 0.98, 1] },
  )
  return lookAgain(observer, elements)
}
