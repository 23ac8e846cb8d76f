import type { ReactElement, ReactNode } from 'react'
import css from './connecting.css?inline'
import { WalletIcon } from './pictures/WalletIcon.tsx'
import { StyleSheet } from './StyleSheet.tsx'

type ConnectingHeroProps = {
  name: string
  icon: string | undefined
  /** Instead of a picture: a mark of our own. */
  mark?: ReactNode
  /** The ring turns: an answer is waited for. */
  waiting: boolean
  title: string
  help?: ReactNode
}

/** The wallet in a ring, what it is waited for, and what to do. */
export function ConnectingHero({
  name,
  icon,
  mark,
  waiting,
  title,
  help,
}: ConnectingHeroProps): ReactElement {
  return (
    <div className="lk-hero">
      <span className="lk-hero-icon">
        <svg viewBox="0 0 96 96" fill="none" strokeWidth="2.5" strokeLinecap="round" aria-hidden="true">
          <circle cx="48" cy="48" r="46" stroke="var(--lk-hairline)" />
          {waiting ? (
            <path className="lk-spinner lk-hero-ring" d="M48 2a46 46 0 0 1 46 46" stroke="currentColor" />
          ) : null}
        </svg>
        {mark ? <span className="lk-monogram">{mark}</span> : <WalletIcon name={name} src={icon} />}
      </span>
      <p className="lk-heading">{title}</p>
      {help ? <p className="lk-small lk-dim">{help}</p> : null}
    </div>
  )
}

/** Stands first in each view that waits for a wallet. */
export const ConnectingStyles = (): ReactElement => <StyleSheet css={css} />
