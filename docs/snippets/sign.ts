import type { Latchkey } from 'latchkey'
import { base } from 'latchkey/networks'
import { createWalletClient, custom } from 'viem'

export async function sign(latchkey: Latchkey, message: string) {
  const client = createWalletClient({ chain: base, transport: custom(latchkey.provider) })
  const [account] = await client.requestAddresses() // opens the modal where nobody is connected
  if (account === undefined) throw new Error('Nobody is connected.')
  return client.signMessage({ account, message })
}
