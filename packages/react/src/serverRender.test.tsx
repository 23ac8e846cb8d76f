import { createConfig, type Network } from '@latchkey/core'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LatchkeyProvider, useAccount, useLatchkey, useNetwork } from './hooks.ts'

const network: Network = {
  id: 1,
  name: 'Ethereum',
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

function Status() {
  return (
    <p>
      {useAccount().status} on {useNetwork().network?.name}, open: {String(useLatchkey().isOpen)}
    </p>
  )
}

it('renders on a server, where there is no window', () => {
  expect(typeof window).toBe('undefined')
  const config = createConfig({
    projectId: 'test',
    networks: [network],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example' },
    connectors: [],
  })
  const html = renderToString(
    <LatchkeyProvider config={config}>
      <Status />
    </LatchkeyProvider>,
  )
  expect(html.replaceAll('<!-- -->', '')).toBe('<p>disconnected on Ethereum, open: false</p>')
})

it('says what is missing above a hook', () =>
  expect(() => renderToString(<Status />)).toThrow('Latchkey hooks need a <LatchkeyProvider'))
