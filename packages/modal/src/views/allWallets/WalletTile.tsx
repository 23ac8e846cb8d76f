import type { CustomWallet } from '@latchkey/core'
import { memo, type ReactElement, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'

type WalletTileProps = {
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

/** A wallet's picture, or its first letter in the same space. */
function WalletImage({ wallet }: { wallet: CustomWallet }): ReactElement {
  const [failed, setFailed] = useState<string>()
  const url = wallet.image_url
  if (url === undefined || url === failed)
    return (
      <span className="lk-monogram" aria-hidden="true">
        {[...wallet.name][0]?.toUpperCase()}
      </span>
    )
  return (
    <img
      src={url}
      alt=""
      width={48}
      height={48}
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setFailed(url)}
    />
  )
}

/** The shape of tiles that are to come. Decoration. */
export const SkeletonTiles = ({ count }: { count: number }): ReactElement => (
  <>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they differ in nothing else.
      <span key={index} className="lk-tile-skeleton" aria-hidden="true" />
    ))}
  </>
)
