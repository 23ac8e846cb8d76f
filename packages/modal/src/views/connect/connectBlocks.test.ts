import type { Connector } from '@latchkey/core'
import { expect, it } from 'vitest'
import { connectBlocks } from './connectBlocks.ts'

const connector = (type: Connector['type'], email = false) =>
  ({ id: type, type, ...(email ? { email: {} } : {}) }) as unknown as Connector
const kinds = (...connectors: Connector[]) => connectBlocks(connectors).map(({ kind }) => kind)

it('R2-43 offers e-mail, then social, then wallets', () => {
  expect(kinds(connector('WALLET_CONNECT'), connector('ID_AUTH'), connector('AUTH', true))).toEqual([
    'email',
    'social',
    'wallet',
  ])
})

it.each(['INJECTED', 'ANNOUNCED'] as const)('R2-44 offers wallets first when one is %s', (type) => {
  expect(kinds(connector('AUTH', true), connector('ID_AUTH'), connector(type))).toEqual([
    'wallet',
    'email',
    'social',
  ])
})

it('R2-25 R2-26 shows no block that nothing is behind', () => {
  expect(kinds(connector('AUTH', true))).toEqual(['email'])
  expect(kinds()).toEqual([])
})
