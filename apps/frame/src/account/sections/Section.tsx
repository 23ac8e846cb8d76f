import { Outline } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useId } from 'react'
import type { Account, AccountPage } from '../page/AccountPage.ts'

/** One part of the page, with its heading. */
export function Section({
  title,
  lede,
  name,
  children,
}: {
  title: string
  lede?: ReactNode
  /** By which the page's own navigation finds it. */
  name?: SectionName
  children: ReactNode
}): ReactElement {
  const heading = useId()
  return (
    <section className="ac-section" aria-labelledby={heading} data-section={name}>
      <h2 id={heading} className="ac-h2" tabIndex={name ? -1 : undefined}>
        {title}
      </h2>
      {lede ? <p className="lk-small lk-dim ac-lede">{lede}</p> : null}
      <div className="ac-card">{children}</div>
    </section>
  )
}

/** A line of a list: what it is, what to know, and what can be done with it. */
export function Item({
  icon,
  title,
  note,
  chips,
  children,
}: {
  icon?: ReactNode
  title: ReactNode
  note?: ReactNode
  chips?: ReactNode
  children?: ReactNode
}): ReactElement {
  return (
    <li className="ac-item">
      {icon ? <span className="ac-item-icon">{icon}</span> : null}
      <span className="ac-item-text">
        <span className="ac-item-title">
          {title}
          {chips}
        </span>
        {note ? <span className="lk-small lk-dim ac-item-note">{note}</span> : null}
      </span>
      {children ? <span className="ac-item-actions">{children}</span> : null}
    </li>
  )
}

/** Parts of the page that its navigation leads to, from top to bottom. */
export const sectionNames = [
  'wallet',
  'recovery',
  'picture',
  'signIn',
  'devices',
  'sites',
  'backup',
  'activity',
] as const
export type SectionName = (typeof sectionNames)[number]

/** Goes to a part of the page, and gives it the focus, so that reading and the keyboard go on there. */
export function goToSection(name: SectionName): void {
  const section = document.querySelector(`[data-section="${name}"]`)
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

export type SectionProps = { page: AccountPage; account: Account }

const screen = 'M4 4h12v8.5H4ZM2.5 15.5h15'
const phone = 'M6.5 2.5h7a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM9 14.5h2'

/** A phone for a browser of one, else a screen. */
export const DeviceIcon = ({ browser = '' }: { browser?: string }): ReactElement => (
  <Outline path={/iPhone|iPad|Android/.test(browser) ? phone : screen} />
)
