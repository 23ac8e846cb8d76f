import { describe, expect, test } from 'vitest'
import { fakeFrame, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { oneWei } from '../../../testing/oneWei.ts'
import { friend } from '../../../workbench/sampleRequests.ts'
import { addPending, pendingOf } from '../pending/pendingTransactions.ts'
import { callsStatusView } from './callsStatusView.ts'
import type { CallsRecord } from './callsStore.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const hashOf = (nonce: number) => `0x${nonce.toString(16).padStart(64, '0')}`
const record: CallsRecord = {
  id: '0x1',
  version: '2.0.0',
  chainId: chain.id,
  account: testAddress,
  createdAt: 0,
  touchedAt: 0,
  closed: true,
  calls: [5, 6].map(() => ({ to: friend, value: '0x1', data: '0x' })),
  operation: null,
  transactions: [5, 6].map((nonce) => ({ hash: hashOf(nonce), nonce })),
}

/** The screen of the group while these numbers wait. */
function view(nonces: readonly number[], status: 100 | 200 = 100) {
  const frame = fakeFrame()
  for (const nonce of nonces) {
    addPending(frame, oneWei({ chainId: chain.id, nonce }), hashOf(nonce))
  }
  const waiting = pendingOf(frame, chain.id, testAddress)
  return callsStatusView(chain, record, [], { status, receipts: [] }, false, waiting)
}

describe('calls whose transactions wait', () => {
  test('can be sped up or stopped, the first of them', () => {
    expect(view([5, 6, 7]).pending).toMatchObject({ count: 2, first: { values: { nonce: { text: '5' } } } })
    expect(view([6]).pending).toMatchObject({ count: 1, first: { values: { nonce: { text: '6' } } } })
  })

  test('not while an earlier one of the account waits, nor when nothing of the group does', () => {
    expect(view([4, 5]).pending).toBeUndefined()
    expect(view([7]).pending).toBeUndefined()
    expect(view([]).pending).toBeUndefined()
    expect(view([5], 200).pending).toBeUndefined()
  })
})
