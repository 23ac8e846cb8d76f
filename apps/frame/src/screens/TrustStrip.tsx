import { Icon } from '@latchkey/ui'
import type { ReactElement } from 'react'

export type Wallet = {
  /** The wallet's own name. */
  name: string
  /** Where it lives: `wallet.example`. */
  host: string
}

/** The same on every screen of the wallet, so that a person knows it and misses it where a page imitates the wallet. */
export function TrustStrip({ wallet }: { wallet: Wallet }): ReactElement {
  return (
    <header className="fr-strip">
      <span className="fr-strip-glyph">
        <Icon name="key" size={16} />
      </span>
      <span className="fr-strip-name">{wallet.name}</span>
      <bdi className="fr-strip-host" dir="ltr">
        {wallet.host}
      </bdi>
    </header>
  )
}
