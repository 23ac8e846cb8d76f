import { Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'

export type NoWalletsProps = {
  /** What was searched; undefined: nothing. */
  query: string | undefined
  onShowAll: () => void
  /** Leads to the QR code; undefined where the page cannot pair. */
  onQr: (() => void) | undefined
}

/** Nothing is listed, and a way on. */
export function NoWallets({ query, onShowAll, onQr }: NoWalletsProps): ReactElement {
  const say = useSay()
  return (
    <div className="lk-empty">
      <p>{query === undefined ? say('wallets.none') : say('wallets.empty', { query })}</p>
      {onQr ? (
        <>
          <p className="lk-dim">{say('wallets.emptyHelp')}</p>
          <Button size="small" variant="primary" onClick={onQr}>
            {say('wallets.qr')}
          </Button>
        </>
      ) : null}
      {query === undefined ? null : (
        <Button size="small" onClick={onShowAll}>
          {say('wallets.showAll')}
        </Button>
      )}
    </div>
  )
}
