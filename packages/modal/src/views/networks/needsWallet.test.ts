import type { AccountState, ConnectionStatus } from '@latchkey/core'
import { expect, it } from 'vitest'
import { ETHEREUM, SOLANA } from '../../workbench/pretend/sampleNetworks.ts'
import { needsWallet } from './NetworkViews.tsx'

const account = (status: ConnectionStatus): AccountState => ({ status, allAccounts: [] })

it('asks for a wallet only beside another one', () => {
  expect(needsWallet(SOLANA, { eip155: account('connected') })).toBe(true)
  expect(needsWallet(ETHEREUM, { eip155: account('connected') })).toBe(false)
  expect(needsWallet(SOLANA, { eip155: account('connected'), solana: account('connected') })).toBe(false)
  expect(needsWallet(SOLANA, { eip155: account('connecting') })).toBe(false)
  expect(needsWallet(SOLANA, {})).toBe(false)
})
