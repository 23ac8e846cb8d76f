import { getBase58Decoder } from '@solana/kit'
import { useState } from 'react'

export type SignedMessageProps = { address: string; sign: (message: Uint8Array) => Promise<Uint8Array> }

/** What a page does for whoever is connected: it asks for a signature by its library, and knows nothing of Latchkey. */
export function SignedMessage({ address, sign }: SignedMessageProps) {
  const [signature, setSignature] = useState('')
  const ask = async () => {
    const signed = await sign(new TextEncoder().encode('Signed outside'))
    setSignature(getBase58Decoder().decode(signed))
  }
  return (
    <>
      <button type="button" onClick={ask}>
        Sign a message
      </button>
      <output title={address}>{signature}</output>
    </>
  )
}
