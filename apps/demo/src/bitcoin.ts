import { createLatchkey, evmAdapter, localhost } from '@latchkey/sdk'
import { bitcoinAdapter, bitcoinRegtest } from '@latchkey/sdk/bitcoin'
import { askFaucet } from './askFaucet.ts'
import { demoAccountTypes } from './demoAccountTypes.ts'
import { demoOrigins, demoWalletConnect } from './stackAddresses.ts'

const latchkey = createLatchkey({
  projectId: 'demo',
  ...demoOrigins(),
  ...demoAccountTypes(),
  networks: [bitcoinRegtest, localhost],
  adapters: [evmAdapter, bitcoinAdapter],
  walletConnect: demoWalletConnect(),
  metadata: { name: 'Harbour', description: 'A demo host', url: location.origin, icons: [] },
  themeMode: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark',
})
const output = document.querySelector<HTMLOutputElement>('#result')
const MESSAGE = 'Welcome to Harbour on Bitcoin.'
/** Satoshis. */
const AMOUNT = '10000'

const textOf = (id: string): string =>
  document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${id}`)?.value.trim() ?? ''

/** The methods of Bitcoin's wallets, as WalletConnect names them. */
const REQUESTS: Readonly<Record<string, (account: string) => { method: string; params: object }>> = {
  addresses: (account) => ({ method: 'getAccountAddresses', params: { account } }),
  message: (account) => ({ method: 'signMessage', params: { account, message: MESSAGE } }),
  transfer: (account) => ({
    method: 'sendTransfer',
    params: { account, recipientAddress: textOf('recipient') || account, amount: AMOUNT },
  }),
  psbt: (account) => ({ method: 'signPsbt', params: { account, psbt: textOf('psbt') } }),
}

async function act(action: string): Promise<unknown> {
  const account =
    latchkey.config.accounts.getState().byNamespace.bip122?.address ?? (await latchkey.connect())
  if (action === 'faucet') {
    await askFaucet(account)
    await latchkey.refreshBalance()
    return 'A hundredth of a test bitcoin has arrived.'
  }
  const request = REQUESTS[action]?.(account)
  return request && latchkey.getProvider('bip122').request(request)
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
