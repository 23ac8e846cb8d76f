import { useSignMessage } from '@solana/react'
import { type UiWallet, type UiWalletAccount, useConnect, useWallets } from '@wallet-standard/react'
import { useState } from 'react'
import { SignedMessage } from './SignedMessage.tsx'

/** A page on Solana's hooks of today and those of the Wallet Standard. */
export function ReactPage() {
  const wallets = useWallets().filter(({ chains }) => chains.some((chain) => chain.startsWith('solana:')))
  const [isListed, setListed] = useState(false)
  const [account] = wallets.flatMap(({ accounts }) => accounts)
  if (account) return <Account account={account} />
  if (!isListed)
    return (
      <button type="button" onClick={() => setListed(true)}>
        Connect
      </button>
    )
  return wallets.map((wallet) => <Wallet key={wallet.name} wallet={wallet} />)
}

function Wallet({ wallet }: { wallet: UiWallet }) {
  const [, connect] = useConnect(wallet)
  return (
    <button type="button" onClick={() => void connect()}>
      {wallet.name}
    </button>
  )
}

function Account({ account }: { account: UiWalletAccount }) {
  const signMessage = useSignMessage(account)
  const sign = async (message: Uint8Array) => Uint8Array.from((await signMessage({ message })).signature)
  return <SignedMessage address={account.address} sign={sign} />
}
