import { createLatchkey, evmAdapter, localhost } from '@latchkey/sdk'
import { solanaAdapter, solanaLocal } from '@latchkey/sdk/solana'
import { encodeBase58 } from '@latchkey/std/base58'
import { askFaucet } from '../askFaucet.ts'
import { actOnClicks, demoOptions } from './namespacePage.ts'

const latchkey = createLatchkey({
  ...demoOptions(),
  networks: [solanaLocal, localhost],
  adapters: [evmAdapter, solanaAdapter],
})
const MESSAGE = 'Welcome to Harbour on Solana.'

async function act(action: string): Promise<unknown> {
  const pubkey = latchkey.config.accounts.getState().byNamespace.solana?.address ?? (await latchkey.connect())
  if (action === 'faucet') {
    const sentence = await askFaucet(pubkey)
    await latchkey.refreshBalance()
    return sentence
  }
  const params = { message: encodeBase58(new TextEncoder().encode(MESSAGE)), pubkey }
  return latchkey.getProvider('solana').request({ method: 'solana_signMessage', params })
}

actOnClicks(act)
