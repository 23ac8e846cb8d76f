import { connect } from '@latchkey/core'
import { connectorOverWallet, createMockInjectedWallet } from '@latchkey/testing/injected'
import { BrowserProvider, type Eip1193Provider, verifyMessage } from 'ethers'
import { createPublicClient, createWalletClient, custom, type EIP1193Provider } from 'viem'
import { base, mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { Web3 } from 'web3'
import { createLatchkey } from './createLatchkey.ts'

test('R7-95 the provider fits the types of viem, ethers and web3, and networks may be chains of viem', async () => {
  // It compiles only while they fit.
  const latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'https://api.example',
    networks: [base, mainnet],
    defaultNetwork: mainnet,
  })
  const forViem: EIP1193Provider = latchkey.provider
  const forEthers: Eip1193Provider = latchkey.provider
  expect(forViem).toBe(forEthers)
  const transport = custom(latchkey.provider)
  expect(await createPublicClient({ chain: base, transport }).getChainId()).toBe(1)
  expect(await createWalletClient({ chain: base, transport }).getAddresses()).toEqual([])
  expect(await new BrowserProvider(latchkey.provider).send('eth_chainId', [])).toBe('0x1')
  expect(await new Web3(latchkey.provider).eth.getAccounts()).toEqual([])
  const [first] = await latchkey.provider.request<string[]>({ method: 'eth_accounts' })
  expect(first?.length).toBeUndefined()
  expect(latchkey.config.networks.getState().networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
    'eip155:8453',
    'eip155:1',
  ])
  latchkey.destroy()
})

test('listeners of the provider know what each event tells', async () => {
  const { config, provider, destroy } = createLatchkey({
    projectId: 'demo',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'https://api.example',
    networks: [base, mainnet],
  })
  const heard: string[] = []
  provider.on('chainChanged', (chainId) => heard.push(chainId.toUpperCase()))
  provider.once('accountsChanged', ([account]) => heard.push(account?.slice(2) ?? 'nobody'))
  provider.on('disconnect', ({ code }) => heard.push(code.toFixed()))
  // @ts-expect-error the chain is text
  provider.on('chainChanged', (chainId) => heard.push(chainId.toFixed?.() ?? 'no number'))
  config.networks.setState({ activeId: 'eip155:1' })
  expect(heard).toEqual(['0X1', 'no number'])
  destroy()
})

test('a signer of ethers signs with the connected account, and hears that the visitor declined', async () => {
  const wallet = createMockInjectedWallet({ announce: false, chainId: 1 })
  const latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'https://api.example',
    networks: [mainnet],
    connectors: [connectorOverWallet(wallet.provider)],
  })
  await connect(latchkey.config, { connectorId: 'mock-injected' })
  const signer = await new BrowserProvider(latchkey.provider).getSigner()
  expect(verifyMessage('Hello', await signer.signMessage('Hello'))).toBe(signer.address)
  wallet.rejectNext('personal_sign')
  await expect(signer.signMessage('Hello')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
  latchkey.destroy()
})
