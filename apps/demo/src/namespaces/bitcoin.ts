import { createLatchkey, evmAdapter, localhost } from '@latchkey/sdk'
import { bitcoinAdapter, bitcoinRegtest } from '@latchkey/sdk/bitcoin'
import { askFaucet } from '../askFaucet.ts'
import { actOnClicks, demoOptions } from './namespacePage.ts'

const latchkey = createLatchkey({
  ...demoOptions(),
  networks: [bitcoinRegtest, localhost],
  adapters: [evmAdapter, bitcoinAdapter],
})
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

actOnClicks(act)
