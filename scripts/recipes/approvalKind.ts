import type { Recipe } from './Recipe.ts'

export const approvalKind: Recipe = {
  name: 'approval-kind',
  page: 'add-an-approval-kind.md',
  // One line for the page's side, which has to know what it may ask, and one for the frame's, which has the code.
  limit: { files: 1, lines: 2 },
  files: {
    'apps/frame/src/chains/evm/toys/toyApproval.ts': `import { RpcParamsError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import type { Approval } from '../../../approvals/ApprovalView.ts'
import { accountFact, networkFact, networkStopFor, text } from '../../../approvals/phrases.ts'
import { approvalOf } from '../../../approvals/pipeline.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type { ApprovalContext } from '../model/transaction.ts'

const paramsSchema = z.tuple([z.strictObject({ toy: z.string().check(z.maxLength(32)) })])
type Toy = { toy: string }

/** Gives a toy away once the person has said so. */
export function toyApproval(
  _: ChainContext,
  request: RpcRequest,
  { account }: ApprovalContext,
): Approval<Toy> {
  const parsed = paramsSchema.safeParse(request.params)
  if (!parsed.success) throw new RpcParamsError({ data: { reason: 'params' } })
  const payload = Object.freeze(parsed.data[0])
  const view = {
    title: 'message.title',
    sentence: { key: 'message.say' },
    facts: [
      { label: 'row.token', value: text(payload.toy) },
      accountFact(account),
      networkFact(request.chain),
    ],
    warnings: [],
    stop: null,
    approve: 'approve.approve',
    raw: JSON.stringify(payload),
  } as const
  return approvalOf<null, { ready: true }, Toy>({
    first: null,
    pending: () => view,
    gather: async () => ({ ready: true }),
    stopFor: networkStopFor,
    show: () => ({ payload, view }),
    async sign({ toy }, _, onSigned) {
      onSigned()
      return \`given: \${toy}\`
    },
  })
}
`,
  },
  lines: [
    {
      file: 'packages/protocol/src/frame/rpcPolicy.ts',
      after: "  'personal_sign',",
      text: "  'wallet_giveToy',",
    },
    {
      file: 'apps/frame/src/chains/evm/approvalKinds.ts',
      after: '  eth_sendTransaction: transaction,',
      text: "  wallet_giveToy: loaded(() => import('./toys/toyApproval.ts').then((part) => part.toyApproval)),",
    },
  ],
  projects: ['apps/frame'],
  tests: {
    'apps/frame/src/chains/evm/toys/toyApproval.test.ts': `import { RpcParamsError, rpcPolicyOf } from '@latchkey/protocol/frame'
import { expect, test } from 'vitest'
import { fakeFrame, signedIn, testConfig } from '../../../testing/fakeFrame.ts'
import { openApproval } from '../approvalKinds.ts'

const [chain] = testConfig.chains
const { signal } = new AbortController()
const open = (params: unknown) =>
  openApproval(fakeFrame({ state: signedIn }), {
    method: 'wallet_giveToy',
    params: params as never,
    chain: chain as never,
  })

test('the kind is listed: the method is put before the person', () => {
  expect(rpcPolicyOf('wallet_giveToy')).toBe('unsafe')
})

test('malformed params are refused before anything is shown', async () => {
  await expect(open([{ toy: 1 }])).rejects.toThrow(RpcParamsError)
})

test('what is shown is what is given', async () => {
  const approval = await open([{ toy: 'ball' }])
  const { payload, view } = await approval.prepare(signal)
  expect(view.raw).toBe('{"toy":"ball"}')
  expect(await approval.sign(payload, () => undefined)).toBe('given: ball')
})
`,
  },
}
