import { type ReactElement, type ReactNode, useId } from 'react'
import type { Account, AccountPage } from '../page/AccountPage.ts'

/** One part of the page, with its heading. */
export function Section({
  title,
  lede,
  children,
}: {
  title: string
  lede?: ReactNode
  children: ReactNode
}): ReactElement {
  const heading = useId()
  return (
    <section className="ac-section" aria-labelledby={heading}>
      <h2 id={heading} className="ac-h2">
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

export type SectionProps = { page: AccountPage; account: Account }
