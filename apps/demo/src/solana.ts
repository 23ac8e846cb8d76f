import { createLatchkey, evmAdapter, localhost } from '@latchkey/sdk'
import { solanaAdapter, solanaLocal } from '@latchkey/sdk/solana'
import { encodeBase58 } from '@latchkey/std/base58'
import { askFaucet } from './askFaucet.ts'
import { demoAccountTypes } from './demoAccountTypes.ts'
import { demoOrigins, demoWalletConnect } from './stackAddresses.ts'

const latchkey = createLatchkey({
  projectId: 'demo',
  ...demoOrigins(),
  ...demoAccountTypes(),
  networks: [solanaLocal, localhost],
  adapters: [evmAdapter, solanaAdapter],
  walletConnect: demoWalletConnect(),
  metadata: { name: 'Harbour', description: 'A demo host', url: location.origin, icons: [] },
  themeMode: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark',
})
const output = document.querySelector<HTMLOutputElement>('#result')
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

document.querySelector('main')?.addEventListener('click', async (event) => {
  const { action } = (event.target as HTMLElement).dataset
  if (!action || !output) return
  output.textContent = ''
  try {
    output.textContent = JSON.stringify(await act(action))
  } catch (error) {
    output.textContent = error instanceof Error ? error.message : String(error)
  }
})
