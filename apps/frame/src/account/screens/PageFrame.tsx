import { Icon } from '@latchkey/ui'
import type { ReactElement, ReactNode } from 'react'
import type { Wallet } from '../../screens/parts/ScreenProps.ts'
import { useSay } from '../locales/WordsContext.tsx'

/** What every page of the wallet's own origin has around it: whose page it is, and room. */
export function PageFrame({ wallet, children }: { wallet: Wallet; children: ReactNode }): ReactElement {
  const say = useSay()
  return (
    <div className="ac-page">
      <header className="ac-strip">
        <span className="ac-strip-glyph">
          <Icon name="key" />
        </span>
        <span className="ac-strip-name">{wallet.name}</span>
        <span className="ac-strip-note">{say('strip.own')}</span>
        <bdi className="ac-strip-host" dir="ltr">
          {wallet.host}
        </bdi>
      </header>
      <main className="ac-main">{children}</main>
    </div>
  )
}
