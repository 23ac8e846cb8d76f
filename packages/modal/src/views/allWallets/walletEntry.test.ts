import type { Connector } from '@latchkey/core'
import { expect, it } from 'vitest'
import { directoryErrorOf } from './AllWalletsView.tsx'
import { isInstalled, walletEntry } from './WalletGrid.tsx'

const connector = (id: string, rest: Partial<Connector>) =>
  ({ id, name: 'Rain', type: 'ANNOUNCED', namespaces: ['eip155'], ...rest }) as Connector
const rain = { id: 'rain', name: 'Rain', rdns: 'me.rain' }
const announced = connector('me.rain', { rdns: 'me.rain' })
const solana = connector('me.rain:solana', { rdns: 'me.rain', namespaces: ['solana'] })

it.each([
  ['by WalletConnect', rain, [], { name: 'ConnectingWalletConnect', params: { wallet: rain } }],
  ['by its extension', rain, [announced], { name: 'ConnectingExternal', params: { connectorId: 'me.rain' } }],
  [
    'by a choice of namespaces',
    rain,
    [announced, solana],
    { name: 'ConnectingMultiChain', params: { rdns: 'me.rain' } },
  ],
  [
    'by the first of two that say the same',
    rain,
    [announced, connector('b', { rdns: 'me.rain' })],
    { name: 'ConnectingExternal', params: { connectorId: 'me.rain' } },
  ],
  [
    'not by a name',
    rain,
    [connector('x', { rdns: 'evil.rain' })],
    { name: 'ConnectingWalletConnect', params: { wallet: rain } },
  ],
  [
    'not by a connector of another kind',
    rain,
    [connector('x', { rdns: 'me.rain', type: 'AUTH' })],
    { name: 'ConnectingWalletConnect', params: { wallet: rain } },
  ],
  [
    'not by two that have no rdns',
    { id: 'a', name: 'A' },
    [connector('x', {})],
    { name: 'ConnectingWalletConnect', params: { wallet: { id: 'a', name: 'A' } } },
  ],
] as const)('connects %s', (_, wallet, connectors, entry) => {
  expect(walletEntry(wallet, connectors)).toEqual(entry)
  expect(isInstalled(wallet, connectors)).toBe(entry.name !== 'ConnectingWalletConnect')
})

it('tells the reason of a refusal, where there is one', () => {
  const refused = { code: 5083, data: { status: 403, code: 4011 } }
  expect(directoryErrorOf(refused)).toBe(refused.data)
  for (const other of [
    { code: 5083, data: { status: 502 } },
    { code: 5083 },
    { code: 5080, data: { code: 4011 } },
    'text',
  ])
    expect(directoryErrorOf(other)).toBe(other)
})
