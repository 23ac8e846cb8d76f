import { describe, expect, test } from 'vitest'
import { frameDocumentConfig, keysDocumentConfig } from './documentConfig.ts'

const shared = {
  v: 1,
  projectId: 'demo',
  apiOrigin: 'https://api.example.com',
  walletOrigin: 'https://wallet.example.com',
  keysOrigin: 'https://keys.example.net',
  allowedOrigins: [{ pattern: 'https://*.shop.example', publicSuffix: 'example' }],
}
const chain = {
  id: 1,
  caip2: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: false,
  explorerUrl: 'https://explorer.example',
}
const frame = { ...shared, projectName: 'Shop', walletName: 'Latchkey', headlessOtp: false, chains: [chain] }
const fits = (read: (value: unknown) => unknown, value: unknown) => {
  try {
    read(value)
    return true
  } catch {
    return false
  }
}
const acceptsFrame = (change: object) => fits(frameDocumentConfig, { ...frame, ...change })
const acceptsChain = (change: object) => acceptsFrame({ chains: [{ ...chain, ...change }] })

describe('what the frame document is told', () => {
  test('is complete, and nothing is left over', () => {
    expect(acceptsFrame({})).toBe(true)
    for (const key of Object.keys(frame)) expect(acceptsFrame({ [key]: undefined })).toBe(false)
    expect(acceptsFrame({ surprise: 1 })).toBe(false)
  })
  test('R3-20 R3-21 a network has id, CAIP-2 id, name and currency', () => {
    for (const key of ['id', 'caip2', 'name', 'nativeCurrency', 'testnet'])
      expect(acceptsChain({ [key]: undefined })).toBe(false)
    for (const key of ['name', 'symbol', 'decimals'])
      expect(acceptsChain({ nativeCurrency: { ...chain.nativeCurrency, [key]: undefined } })).toBe(false)
  })
  test('R3-24 a network says whether it is a testnet, and may have an explorer', () => {
    expect(acceptsChain({ testnet: true })).toBe(true)
    expect(acceptsChain({ testnet: 'yes' })).toBe(false)
    expect(acceptsChain({ explorerUrl: undefined })).toBe(true)
    expect(acceptsChain({ explorerUrl: 1 })).toBe(false)
  })
  test('R5-14 the id of a network is positive', () => {
    for (const id of [0, -1, 1.5, '1']) expect(acceptsChain({ id })).toBe(false)
  })
  test('R5-43 the CAIP-2 id of a network has two parts', () => {
    for (const caip2 of ['eip155', 'eip155:', ':1', 'eip155:1:2', 'eip155 1'])
      expect(acceptsChain({ caip2 })).toBe(false)
  })
  test('a network may take a fee for storing transactions on Ethereum, of a kind that is known', () => {
    expect(acceptsChain({ l1Fee: 'opStack' })).toBe(true)
    for (const l1Fee of ['none', 'arbitrum', true, null]) expect(acceptsChain({ l1Fee })).toBe(false)
  })
  test('R3-23 no network has an RPC URL', () => {
    for (const key of ['rpcUrls', 'rpcUrl', 'url'])
      expect(acceptsChain({ [key]: ['https://evil.example'] })).toBe(false)
  })
})

test('the frame document may be told which networks sign in, and whether passkeys work', () => {
  expect(acceptsFrame({ socials: ['google', 'farcaster'], passkeys: true })).toBe(true)
  for (const change of [{ socials: ['Google!'] }, { socials: 'google' }, { passkeys: 'yes' }])
    expect(acceptsFrame(change)).toBe(false)
})

test('the keys document is told where its service is, and no network', () => {
  const keys = { ...shared, channelKey: 'BNc' }
  expect(fits(keysDocumentConfig, keys)).toBe(true)
  for (const key of Object.keys(keys))
    expect(fits(keysDocumentConfig, { ...keys, [key]: undefined })).toBe(false)
  expect(fits(keysDocumentConfig, { ...keys, chains: [chain] })).toBe(false)
  for (const place of ['embedded', 'own']) expect(fits(keysDocumentConfig, { ...keys, place })).toBe(true)
  expect(fits(keysDocumentConfig, { ...keys, place: 'elsewhere' })).toBe(false)
})
