import { type ReactElement, useEffect, useState } from 'react'
import { useSay } from '../locales/WordsContext.tsx'
import { goToSection, type SectionName, sectionNames } from '../sections/Section.tsx'

const sectionOf = (name: SectionName) => document.querySelector(`[data-section="${name}"]`)

/** Which parts are there; those that the account does not have are left out. */
function useThere(): readonly SectionName[] {
  const [there, setThere] = useState<readonly SectionName[]>([])
  useEffect(() => {
    const look = () => {
      const found = sectionNames.filter((name) => sectionOf(name) !== null)
      setThere((before) => (before.join() === found.join() ? before : found))
    }
    look()
    const changes = new MutationObserver(look)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [])
  return there
}

/** Which part is read now: the first that reaches into the upper half of the window. */
function useCurrent(there: readonly SectionName[]): SectionName | undefined {
  const [current, setCurrent] = useState<SectionName>()
  useEffect(() => {
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const name = target.getAttribute('data-section') ?? ''
          if (isIntersecting) inView.add(name)
          else inView.delete(name)
        }
        setCurrent(there.find((name) => inView.has(name)))
      },
      { rootMargin: '-100px 0px -50% 0px' },
    )
    for (const name of there) {
      const section = sectionOf(name)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [there])
  return current
}

/**
 * Leads to the parts of the page. They are buttons and no links: the address of this page is a door, and what follows `#`
 * in it opens it anew.
 */
export function SectionNav(): ReactElement {
  const say = useSay()
  const there = useThere()
  const current = useCurrent(there)
  return (
    <nav className="ac-nav" aria-label={say('nav.label')}>
      <ul className="ac-nav-list">
        {there.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="ac-nav-item"
              aria-current={name === current || undefined}
              onClick={() => goToSection(name)}
            >
              {say(`nav.${name}`)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
