import type { CustomWallet } from '@latchkey/core'
import { memo } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { WalletImage } from './WalletImage.tsx'

export type WalletTileProps = {
  wallet: CustomWallet
  /** From 0. */
  index: number
  total: number | undefined
  isInstalled: boolean
  /** The one that Tab leads to. */
  isActive: boolean
  /** The focus begins here. */
  autofocus: boolean
  onChoose: (wallet: CustomWallet) => void
}

/** One wallet of the grid. */
export const WalletTile = memo(function WalletTile(props: WalletTileProps) {
  const { wallet, index, total, isInstalled, isActive, autofocus, onChoose } = props
  const say = useSay()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list item must stand in a list, and the rows between are no lists.
    <div role="listitem" aria-setsize={total ?? -1} aria-posinset={index + 1}>
      <button
        type="button"
        className="lk-tile"
        data-tile={index}
        data-autofocus={autofocus || undefined}
        tabIndex={isActive ? 0 : -1}
        onClick={() => onChoose(wallet)}
      >
        <WalletImage wallet={wallet} />
        <span className="lk-tile-name" dir="auto">
          {wallet.name}
        </span>
        {isInstalled ? <span className="lk-tile-note"> {say('wallets.installed')}</span> : null}
      </button>
    </div>
  )
})
