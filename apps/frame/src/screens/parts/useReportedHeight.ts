import { useEffect, useRef } from 'react'

const heightOf = (element: HTMLElement): number =>
  Math.min(4_000, Math.ceil(element.getBoundingClientRect().height))

/**
 * Tells the height that the content wants, in whole CSS px, now and whenever it changes.
 * The first time it measures by itself: a browser does not run the observers of a cross-site frame that the page still hides.
 */
export function useReportedHeight(report: (height: number) => void): (element: HTMLElement | null) => void {
  const observer = useRef<ResizeObserver | null>(null)
  const latest = useRef(report)
  latest.current = report
  useEffect(() => () => observer.current?.disconnect(), [])
  return (element) => {
    observer.current?.disconnect()
    if (!element) return
    latest.current(heightOf(element))
    observer.current = new ResizeObserver(() => latest.current(heightOf(element)))
    observer.current.observe(element)
  }
}
