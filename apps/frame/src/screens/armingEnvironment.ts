import { createContext } from 'react'
import type { Coverage } from '../approvals/arming.ts'
import { observeSections } from './sectionCoverage.ts'

/** What arming needs of the browser; tests bring their own. */
export type ArmingEnvironment = {
  now(): number
  reportsCoverage: boolean
  /** Reports whether anything covers the element, until the returned function is called. */
  observeCoverage(element: Element, report: (coverage: Coverage) => void): () => void
  /** The same for what the person decides by: sections that may be scrolled away, above a footer that stays. */
  observeSections(
    sections: readonly Element[],
    footer: Element | null,
    report: (coverage: Coverage) => void,
  ): () => void
}

type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean }

/** IntersectionObserver v2: only where `isVisible` exists does the browser really look. */
const reportsCoverage =
  typeof IntersectionObserverEntry !== 'undefined' && 'isVisible' in IntersectionObserverEntry.prototype

function coverageOf(entry: VisibilityEntry): Coverage {
  // Half a pixel of rounding is not out of view.
  if (entry.intersectionRatio < 0.98) return 'outOfView'
  return entry.isVisible ? 'visible' : 'covered'
}

const browserEnvironment: ArmingEnvironment = {
  now: () => performance.now(),
  reportsCoverage,
  observeCoverage(element, report) {
    if (!reportsCoverage) return () => undefined
    const options = { threshold: [0, 0.5, 0.98, 1], trackVisibility: true, delay: 100 }
    const observer = new IntersectionObserver((entries) => {
      const latest = entries.at(-1)
      if (latest) report(coverageOf(latest))
    }, options)
    observer.observe(element)
    return () => observer.disconnect()
  },
  observeSections(sections, footer, report) {
    return reportsCoverage ? observeSections(sections, footer, report) : () => undefined
  },
}

/** The browser as arming sees it. */
export const ArmingEnvironmentContext = createContext<ArmingEnvironment>(browserEnvironment)
