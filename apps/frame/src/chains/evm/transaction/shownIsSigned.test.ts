import type { TypedNode } from '@latchkey/chain-evm/decode/model'
import { safeAccount, unwrapSignature } from '@latchkey/chain-evm/decode/smartAccount'
import type { ChainInfo } from '@latchkey/protocol'
import { hashMessage, recoverAddress, type TypedDataDomain, TypedDataEncoder, Wallet } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Approval } from '../../../approvals/ApprovalView.ts'
import { approvable } from '../../../testing/approvalRunner.ts'
import { fakeChain, fakeFrame, testConfig } from '../../../testing/fakeFrame.ts'
import { messageApproval } from '../message/messageApproval.ts'
import type { ApprovalContext } from '../model/transaction.ts'
import { typedDataApproval } from '../typedData/typedDataApproval.ts'

type Hex = `0x${string}`
type Types = Record<string, { name: string; type: string }[]>

const owner = new Wallet(`0x${'17'.repeat(32)}`)
const eoa = owner.address as Hex
const smart = safeAccount.addressOf(eoa)
const chain: ChainInfo = {
  ...(testConfig.chains[0] as ChainInfo),
  smartAccounts: { entryPoint: '0.7' },
}
const contextOf = (account: Hex): ApprovalContext => ({
  account,
  accounts: { eoa, smart, preferred: 'smartAccount', address: smart, chain },
})

/** Keys and a network of the test: an independent library signs what the frame hands over. */
const frameOf = (deployed: boolean) =>
  fakeFrame({
    chain: fakeChain(() => (deployed ? '0x60' : '0x')),
    keys: {
      signMessage: (async ({ message }: { message: Hex }) => ({
        signature: await owner.signMessage(Buffer.from(message.slice(2), 'hex')),
      })) as never,
      signTypedData: (async ({ typedData }: { typedData: string }) => {
        const { domain, types, message } = JSON.parse(typedData)
        const { EIP712Domain: _, ...rest } = types
        return {
          hash: TypedDataEncoder.hash(domain, rest, message),
          signature: await owner.signTypedData(domain, rest, message),
        }
      }) as never,
    },
  })

async function run<Payload>(
  approval: Approval<Payload>,
): Promise<{ view: Approval['view']; signature: Hex }> {
  const { payload, view } = approvable(await approval.prepare(new AbortController().signal))
  return { view, signature: (await approval.sign(payload, () => undefined)) as Hex }
}

/** Whose key signed so that the account vouches for `hash`; the contracts of Safe compute the same. */
function signerOf(hash: string, signature: Hex, account: Hex, deployed: boolean): string {
  if (account === eoa) return recoverAddress(hash, signature)
  const wrapped = unwrapSignature(signature)
  expect(wrapped === null).toBe(deployed)
  if (wrapped) expect(wrapped).toMatchObject(safeAccount.deployment(eoa))
  const own = TypedDataEncoder.hash(
    { chainId: chain.id, verifyingContract: account },
    { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    { message: hash },
  )
  return recoverAddress(own, wrapped?.signature ?? signature)
}

const anyAccount = fc.constantFrom(smart, eoa)
const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

const atoms: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  uint256: fc.bigInt(0n, 2n ** 256n - 1n).map(String),
  int64: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String),
  uint8: fc.integer({ min: 0, max: 255 }),
  bool: fc.boolean(),
  address: hex(20, 20),
  bytes4: hex(4, 4),
  bytes: hex(0, 40),
  string: fc.string({ unit: 'grapheme', maxLength: 30 }),
  'uint8[]': fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 3 }),
  'string[2]': fc.array(fc.string({ maxLength: 8 }), { minLength: 2, maxLength: 2 }),
}
const struct = fc
  .array(fc.constantFrom(...Object.keys(atoms)), { minLength: 1, maxLength: 4 })
  .chain((kinds) =>
    fc.record({
      members: fc.constant(kinds.map((type, index) => ({ name: `m${index}`, type }))),
      value: fc.record(
        Object.fromEntries(kinds.map((type, index) => [`m${index}`, atoms[type] ?? fc.constant('')])),
      ),
    }),
  )
const anyDocument = fc
  .tuple(struct, struct, fc.string({ maxLength: 20 }), hex(20, 20), fc.boolean())
  .map(([outer, inner, name, verifyingContract, many]) => ({
    domain: { name, chainId: chain.id, verifyingContract } as TypedDataDomain,
    types: {
      Outer: [...outer.members, { name: 'inner', type: many ? 'Inner[]' : 'Inner' }],
      Inner: inner.members,
    } as Types,
    primaryType: 'Outer',
    message: { ...outer.value, inner: many ? [inner.value, inner.value] : inner.value },
  }))

/** The value that a person reads in the tree, and nothing else of the request. */
function readTree(node: TypedNode): unknown {
  if ('value' in node) return node.type === 'bool' ? node.value === 'true' : node.value
  const entries = node.children.map((child) => [child.name, readTree(child)] as const)
  return node.type.endsWith(']') ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

test('R6-15 any message: what the screen shows is what the account vouches for', async () => {
  const anyMessage = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), hex(1, 60))
  await fc.assert(
    fc.asyncProperty(anyMessage, anyAccount, fc.boolean(), async (message, account, deployed) => {
      const request = { method: 'personal_sign', params: [message, account], chain }
      let approval: ReturnType<typeof messageApproval>
      try {
        approval = messageApproval(frameOf(deployed), request, contextOf(account))
      } catch (error) {
        // Refused before anything is shown.
        expect(error).toMatchObject({ name: expect.stringMatching(/^(?:RequestBlocked|RpcParams)Error$/) })
        return
      }
      const { view, signature } = await run(approval)
      const { content = '', mono } = view.text ?? {}
      const shown = mono ? Buffer.from(content.slice(2), 'hex') : content
      expect(signerOf(hashMessage(shown), signature, account, deployed)).toBe(eoa)
      expect(view.facts).toContainEqual(
        expect.objectContaining({ label: 'row.account', value: { kind: 'address', address: account } }),
      )
    }),
    { numRuns: 60 },
  )
})

test('R6-16 any typed data: the tree on the screen is what the account vouches for', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, anyAccount, fc.boolean(), async (document, account, deployed) => {
      const request = { method: 'eth_signTypedData_v4', params: [account, document], chain }
      const approval = await typedDataApproval(frameOf(deployed), request, contextOf(account))
      const { view, signature } = await run(approval)
      if (!view.tree) throw new Error('There is no tree on the screen.')
      const shown = readTree(view.tree.node) as Record<string, unknown>
      const hash = TypedDataEncoder.hash(document.domain, document.types, shown)
      expect(signerOf(hash, signature, account, deployed)).toBe(eoa)
    }),
    { numRuns: 60 },
  )
})
