import { expect, it } from 'vitest'
import { CONTRACT_SIGNATURE, withoutContractSignatures } from './createClient.ts'
import { toPairingError } from './readSession.ts'

const answer = (...types: unknown[]) => ({
  id: 1,
  jsonrpc: '2.0',
  result: { cacaos: types.map((t) => ({ s: { t, s: '0x' } })), responder: {} },
})

it.each([[answer('eip191')], [answer()], [{ id: 1, result: true }], [{ id: 1, method: 'x' }], [null], ['x']])(
  'leaves %j as it is',
  (payload) => {
    expect(withoutContractSignatures(payload)).toBe(payload)
  },
)
it.each([[answer('eip1271')], [answer('eip191', 'eip1271')], [answer(undefined)]])(
  'keeps %j from the client',
  (payload) => {
    expect(withoutContractSignatures(payload)).toMatchObject({
      id: 1,
      error: { message: CONTRACT_SIGNATURE },
    })
  },
)
it('is told as what it is', () => {
  expect(toPairingError(CONTRACT_SIGNATURE)).toMatchObject({ code: 6040 })
})
