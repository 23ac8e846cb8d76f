import { useAccount, useSignMessage } from 'wagmi'

/** What a page does for whoever is connected by a kit: it asks for a signature by wagmi, and knows nothing of Latchkey. */
export function Signer() {
  const { address } = useAccount()
  const { data, signMessage } = useSignMessage()
  if (!address) return null
  return (
    <>
      <button type="button" onClick={() => signMessage({ message: 'Signed outside' })}>
        Sign a message
      </button>
      <output title={address}>{data}</output>
    </>
  )
}
