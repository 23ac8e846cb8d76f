import { base, baseSepolia, createLatchkey, localhost } from '@latchkey/sdk'
import { askFaucet } from './askFaucet.ts'
import { type DemoAction, demoRequests } from './demoRequests.ts'
import { showResult } from './showResult.ts'
import { demoOrigins, demoWalletConnect, stackAddresses } from './stackAddresses.ts'

const latchkey = createLatchkey({
  projectId: 'demo',
  ...demoOrigins(),
  networks: [localhost, base, baseSepolia],
  walletConnect: demoWalletConnect(),
  metadata: { name: 'Harbour', description: 'A demo host', url: location.origin, icons: [] },
  themeMode: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark',
})

document.querySelector('#actions')?.addEventListener('click', async (event) => {
  const action = (event.target as HTMLElement).dataset.action as DemoAction | 'faucet' | undefined
  if (!action) return
  await showResult(async () => {
    const [from] = (await latchkey.provider.request({ method: 'eth_requestAccounts' })) as string[]
    if (action === 'faucet') {
      const sentence = await askFaucet(from ?? '')
      await latchkey.refreshBalance()
      return sentence
    }
    const chainId = (await latchkey.provider.request({ method: 'eth_chainId' })) as string
    return latchkey.provider.request(demoRequests(from ?? '', chainId)[action])
  })
})

const inbox = document.querySelector<HTMLAnchorElement>('#inbox')
if (inbox) inbox.href = stackAddresses().inbox
