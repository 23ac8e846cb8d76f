import { ChainRefusedError } from '@latchkey/protocol/frame'
import { expect, test } from 'vitest'
import type { RpcCall } from '../../context/ChainRpc.ts'
import { fakeChain } from '../../testing/fakeFrame.ts'
import { openApproval } from './approvalKinds.ts'
import { address, LOCAL, messageOf, solanaWorld, transfer, wireOf } from './testing/solanaWorld.ts'

const { signal } = new AbortController()
const funded = { lamports: 1_000_000_000, owner: address(0), data: ['', 'base64'] }
type Looked = { commitment?: string; preflightCommitment?: string }

/** A node that has the block confirmed and not final yet. What says nothing is looked at as final, as nodes do. */
function youngAnswer({ method, params }: RpcCall): unknown {
  const [first, { commitment = 'finalized', preflightCommitment = 'finalized' }] = params as [unknown, Looked]
  if (method === 'isBlockhashValid') return { value: commitment === 'confirmed' }
  if (method === 'getMultipleAccounts') return { value: (first as string[]).map(() => funded) }
  if (method === 'getSignatureStatuses') return { value: [null] }
  if (method === 'sendTransaction' && preflightCommitment === 'confirmed') return ''
  throw new ChainRefusedError({ data: { rpcMessage: 'Blockhash not found' } })
}

async function send(options?: object) {
  const { frame, account } = solanaWorld(fakeChain(youngAnswer))
  const transaction = wireOf(messageOf(account, [transfer(account, address(7), 1n)], address(9)))
  const params = { transaction, ...(options ? { options } : {}) } as never
  const approval = await openApproval(frame, {
    method: 'solana_signAndSendTransaction',
    params,
    chain: LOCAL,
  })
  const { payload } = await approval.prepare(signal)
  return approval.sign(payload, () => undefined)
}

test('what names a block of the last seconds is sent, as it was shown', async () => {
  await expect(send()).resolves.toMatchObject({ signature: expect.any(String) })
  await expect(send({ maxRetries: 3 })).resolves.toMatchObject({ signature: expect.any(String) })
})

test('a site that wants it looked at as final has its way', async () => {
  await expect(send({ preflightCommitment: 'finalized' })).rejects.toThrow(ChainRefusedError)
})
