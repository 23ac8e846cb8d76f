import { base, baseSepolia, createLatchkey, localhost } from '@latchkey/sdk'
import { askFaucet } from './askFaucet.ts'
import { demoAccountTypes } from './demoAccountTypes.ts'
import { type CallsAction, demoCalls } from './demoCalls.ts'
import { DEMO_MESSAGE, DEMO_PAYMENT, type DemoAction, demoOrder, demoRequests } from './demoRequests.ts'
import { createCallsFollower } from './followCalls.ts'
import { showAccount } from './showAccount.ts'
import { showResult } from './showResult.ts'
import { demoOrigins, demoWalletConnect, stackAddresses } from './stackAddresses.ts'

type Action = DemoAction | CallsAction | 'faucet' | 'status' | 'email' | 'pay'

const latchkey = createLatchkey({
  projectId: 'demo',
  ...demoOrigins(),
  ...demoAccountTypes(),
  networks: [localhost, base, baseSepolia],
  walletConnect: demoWalletConnect(),
  features: { pay: true },
  metadata: { name: 'Harbour', description: 'A demo host', url: location.origin, icons: [] },
  themeMode: 'auto',
})
const { provider } = latchkey
const element = (id: string) => document.querySelector<HTMLElement>(`#${id}`)
const calls = createCallsFollower(provider, element('calls'))

document.querySelector('main')?.addEventListener('click', async (event) => {
  const action = (event.target as HTMLElement).dataset.action as Action | undefined
  if (!action) return
  await showResult(async () => {
    say('')
    // Paying connects by itself.
    if (action === 'pay') return latchkey.pay(DEMO_PAYMENT)
    const [from = ''] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
    const chainId = (await provider.request({ method: 'eth_chainId' })) as string
    return act(action, from, chainId)
  })
})

async function act(action: Exclude<Action, 'pay'>, from: string, chainId: string): Promise<unknown> {
  switch (action) {
    case 'faucet': {
      const sentence = await askFaucet(from)
      await latchkey.refreshBalance()
      return sentence
    }
    case 'email':
      return latchkey.requestEmail()
    case 'status':
      return showStatus()
    case 'mint':
    case 'batch':
    case 'sponsoredBatch':
    case 'capabilities':
    case 'permission': {
      const result = await provider.request(demoCalls(from, chainId, Math.floor(Date.now() / 1000))[action])
      if (action === 'batch' || action === 'sponsoredBatch') followCalls(result)
      return result
    }
    default: {
      const result = await provider.request(demoRequests(from, chainId)[action])
      if (action === 'message' || action === 'typedData') void verify(action, from, chainId, String(result))
      return result
    }
  }
}

async function showStatus(): Promise<string> {
  const id = calls.last()
  if (!id) return 'Send a batch first.'
  await provider.request({ method: 'wallet_showCallsStatus', params: [id] })
  return 'The wallet has shown the status.'
}

function followCalls(result: unknown): void {
  const { id } = (result ?? {}) as { id?: unknown }
  if (typeof id === 'string') calls.follow(id).catch(() => undefined)
}

/** The page checks what it got, as its back end would: by asking the network. */
async function verify(
  action: 'message' | 'typedData',
  from: string,
  chainId: string,
  signature: string,
): Promise<void> {
  say('Checking the signature…')
  const query = new URLSearchParams({ chainId: `eip155:${Number(chainId)}`, projectId: 'demo' })
  const rpcUrl = `${demoOrigins().apiOrigin}/v1?${query}`
  const signed = { address: from as `0x${string}`, signature: signature as `0x${string}` }
  try {
    const { verifySignature } = await import('./verifySignature.ts')
    const isRight = await (action === 'message'
      ? verifySignature(rpcUrl, { ...signed, message: DEMO_MESSAGE })
      : verifySignature(rpcUrl, { ...signed, typedData: demoOrder(from) }))
    say(isRight ? 'The signature is right.' : 'The signature is wrong.')
  } catch {
    say('The signature could not be checked.')
  }
}

function say(sentence: string): void {
  const output = element('verified')
  if (output) output.textContent = sentence
}

latchkey.subscribe((state) => showAccount(element('account'), state))
showAccount(element('account'), latchkey.getState())

const inbox = document.querySelector<HTMLAnchorElement>('#inbox')
if (inbox) inbox.href = stackAddresses().inbox
