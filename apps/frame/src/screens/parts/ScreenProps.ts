import type { ReactElement } from 'react'

/** What every screen is given. */
export type ScreenProps = {
  wallet: Wallet
  onEscape: () => void
  onFocusExit: (direction: 'forward' | 'backward') => void
}

export type Wallet = {
  /** The wallet's own name. */
  name: string
  /** Where it lives: `wallet.example`. */
  host: string
  /** The picture that the person chose; the key's glyph where there is none. */
  mark?: ReactElement | undefined
}
