import type { TokenBalance } from '@latchkey/core'
import type { ReactElement } from 'react'
import { WalletIcon } from './WalletIcon.tsx'

/** A token's picture, or its first letter, round. */
export const TokenIcon = ({ token }: { token: Pick<TokenBalance, 'symbol' | 'iconUrl'> }): ReactElement => (
  <span className="lk-token-icon">
    <WalletIcon name={token.symbol} src={token.iconUrl} />
  </span>
)
