import { ConnectionProvider, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { useState } from 'react'
import { SignedMessage } from './SignedMessage.tsx'

/** A page on Solana's wallet adapter, which lists the wallets that register by the Wallet Standard. */
export function AdapterPage() {
  return (
    <ConnectionProvider endpoint={`${location.origin}/no-node`}>
      <WalletProvider wallets={[]} autoConnect>
        <Wallets />
      </WalletProvider>
    </ConnectionProvider>
  )
}

function Wallets() {
  const { wallets, select, publicKey, signMessage } = useWallet()
  const [isListed, setListed] = useState(false)
  if (publicKey && signMessage) return <SignedMessage address={publicKey.toBase58()} sign={signMessage} />
  if (!isListed)
    return (
      <button type="button" onClick={() => setListed(true)}>
        Connect
      </button>
    )
  return wallets.map(({ adapter: { name } }) => (
    <button key={name} type="button" onClick={() => select(name)}>
      {name}
    </button>
  ))
}
