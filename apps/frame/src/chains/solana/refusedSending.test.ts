import { ChainRefusedError, ChainUnreachableError, UncertainBroadcastError } from '@latchkey/protocol/frame'
import { expect, test } from 'vitest'
import type { RpcCall } from '../../context/ChainRpc.ts'
import { fakeChain } from '../../testing/fakeFrame.ts'
import { openApproval } from './approvalKinds.ts'
import { address, LOCAL, messageOf, solanaWorld, transfer, wireOf } from './testing/solanaWorld.ts'

const { signal } = new AbortController()
const done = new ChainRefusedError({
  data: { rpcCode: -32_002, rpcMessage: 'This transaction has already been processed' },
})

/** Signs and sends a transfer, with what the network answers to the sending and to the question afterwards. */
async function send(sending: Error, statuses: (call: RpcCall) => unknown) {
  const chain = fakeChain((call) => {
    const { method, params } = call
    if (method === 'isBlockhashValid') return { value: true }
    if (method === 'getMultipleAccounts') return { value: (params as [string[]])[0].map(() => funded) }
    if (method === 'sendTransaction') throw sending
    if (method === 'getSignatureStatuses') return statuses(call)
    throw new Error('the network does not say')
  })
  const { frame, account } = solanaWorld(chain)
  const transaction = wireOf(messageOf(account, [transfer(account, address(7), 1n)], address(9)))
  const asked = { method: 'solana_signAndSendTransaction', params: { transaction }, chain: LOCAL }
  const approval = await openApproval(frame, asked)
  const { payload } = await approval.prepare(signal)
  return approval.sign(payload, () => undefined)
}
const funded = { lamports: 1_000_000_000, owner: address(0), data: ['', 'base64'] }

test('what is refused as done already was sent: the answer to its first try was lost', async () => {
  const seen = () => ({ value: [{ err: null, confirmationStatus: 'confirmed' }] })
  await expect(send(done, seen)).resolves.toMatchObject({ signature: expect.any(String) })
})

test('what is refused and never seen was not sent', async () => {
  await expect(send(done, () => ({ value: [null] }))).rejects.toThrow(ChainRefusedError)
})

test('a refusal stands where nobody tells more, and silence is no refusal', async () => {
  const silent = () => {
    throw new ChainUnreachableError()
  }
  await expect(send(done, silent)).rejects.toThrow(ChainRefusedError)
  await expect(send(new ChainUnreachableError(), silent)).rejects.toThrow(UncertainBroadcastError)
})
