import type { Connector } from '@latchkey/core'
import { expect, it } from 'vitest'
import { type ConnectBlocksInput, connectBlocks } from './ConnectView.tsx'

const connector = (type: Connector['type'], abilities: { email?: object; isSocial?: boolean } = {}) =>
  ({ id: type, type, ...abilities }) as unknown as Connector
const email = connector('AUTH', { email: {} })
const everything = [connector('WALLET_CONNECT'), connector('EXTERNAL', { isSocial: true }), email]
const blocks = (input: Partial<ConnectBlocksInput> = {}) =>
  connectBlocks({
    connectors: everything,
    order: undefined,
    hasEmail: true,
    hasSocials: false,
    hasWallets: true,
    hasInstalled: false,
    ...input,
  })

it.each<[string, Partial<ConnectBlocksInput>, string[]]>([
  ['R2-43 e-mail, then social, then wallets', {}, ['email', 'social', 'wallet']],
  ['R2-44 wallets first when one is installed', { hasInstalled: true }, ['wallet', 'email', 'social']],
  ['the order of the page wins', { order: ['social', 'wallet'] }, ['social', 'wallet', 'email']],
  [
    'also over an installed wallet',
    { order: ['email', 'wallet', 'social'], hasInstalled: true },
    ['email', 'wallet', 'social'],
  ],
  ['R2-25 no e-mail where the project has it off', { hasEmail: false }, ['social', 'wallet']],
  ['no wallets where there are none', { hasWallets: false }, ['email', 'social']],
  ['R2-26 no block that nothing is behind', { connectors: [email] }, ['email', 'wallet']],
  [
    'R2-26 social login where it is enabled',
    { connectors: [email], hasSocials: true },
    ['email', 'social', 'wallet'],
  ],
  ['nothing at all', { connectors: [], hasWallets: false }, []],
])('%s', (_, input, expected) => {
  expect(blocks(input)).toEqual(expected)
})
