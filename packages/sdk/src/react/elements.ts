import type { Network } from '@latchkey/core'
import { useAccount, useBalance, useLatchkey, useNetwork } from '@latchkey/react'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import type { LatchkeyButtonProps } from './LatchkeyButton.ts'

export type LatchkeyNetworkProps = HTMLAttributes<HTMLElement> & {
  disabled?: boolean
  ref?: Ref<HTMLElement>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'latchkey-connect': LatchkeyButtonProps
      'latchkey-account': LatchkeyButtonProps
      'latchkey-network': LatchkeyNetworkProps
    }
  }
}

/** What a button of the page's own shows and does. */
export type CustomButtonState = {
  status: 'disconnected' | 'connecting' | 'connected'
  address: string | undefined
  /** Decimal string in whole units, as it was read last; undefined while unknown. */
  balance: string | undefined
  symbol: string | undefined
  /** undefined on a network that the page does not list */
  network: Network | undefined
  isOpen: boolean
  /** Opens the ways to connect, or the account. */
  open: () => void
  openNetworks: () => void
}

/**
 * Draws a button of the page's own with what Latchkey's button knows.
 *
 * @example
 * <CustomButton>{({ address, open }) => <button onClick={open}>{address ?? 'Sign in'}</button>}</CustomButton>
 */
export function CustomButton({ children }: { children: (state: CustomButtonState) => ReactNode }): ReactNode {
  const { status, address } = useAccount()
  const { balance, symbol } = useBalance()
  const { network } = useNetwork()
  const { isOpen, open } = useLatchkey()
  return children({
    status,
    address,
    balance,
    symbol,
    network,
    isOpen,
    open: () => open(),
    openNetworks: () => open({ view: 'Networks' }),
  })
}
