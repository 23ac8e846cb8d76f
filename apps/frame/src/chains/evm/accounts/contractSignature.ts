import { isHashSignedBy, sameAddress } from '@latchkey/chain-evm/decode'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import type { Approval, ApprovalView, Prepared } from '../../../approvals/ApprovalView.ts'
import { networkStop } from '../../../approvals/phrases.ts'
import { block } from '../../../approvals/refusals.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askKeys } from '../../../keys/askKeys.ts'
import type { ApprovalContext } from '../model/transaction.ts'
import { isDeployed } from './accountsOf.ts'
import { loadAccountKind } from './loadAccountKind.ts'

type Hex = `0x${string}`

/** What is signed, and whether the account has code: the form of its signature depends on it. null: a plain account. */
export type Signable<Content> = Content & { readonly deployed: boolean | null }

/** Whether it is the smart account that is asked to sign. */
export const isSmart = ({ account, accounts }: ApprovalContext): boolean =>
  sameAddress(account, accounts.smart)

/** Says of the account on the screen which of the two it is, where there are two. */
export function showSigner(view: ApprovalView, context: ApprovalContext): ApprovalView {
  if (context.accounts.smart === null) return view
  const note = { key: isSmart(context) ? 'value.smartAccount' : 'value.plainAccount' } as const
  const facts = view.facts.map((fact) =>
    fact.label === 'row.account' || fact.label === 'row.address' ? { ...fact, note } : fact,
  )
  return { ...view, facts }
}

/**
 * Completes what is to be signed by what the account's kind needs. Where the network does not tell whether a smart account
 * is deployed, nothing can be approved: a signature in the wrong form is refused by whoever checks it.
 */
export async function prepareSigner<Content>(
  frame: ChainContext,
  context: ApprovalContext,
  prepared: Prepared<Content>,
  signal: AbortSignal,
): Promise<Prepared<Signable<Content>>> {
  const { payload } = prepared
  const complete = (deployed: boolean | null) => payload && deepFreeze({ ...payload, deployed })
  if (!isSmart(context)) return { ...prepared, payload: complete(null) }
  const { account, accounts } = context
  await loadAccountKind()
  try {
    const deployed = await isDeployed(frame, accounts.chain.id, account, signal)
    return { ...prepared, payload: complete(deployed) }
  } catch (cause) {
    if (signal.aborted) throw cause
    const view = { ...prepared.view, stop: prepared.view.stop ?? networkStop }
    const refusal = prepared.refusal ?? new ChainUnreachableError({ cause })
    return { payload: null, view, refusal }
  }
}

/**
 * Has the owner sign so that the smart account vouches for a hash (ERC-1271): bound to this account and network, and
 * wrapped (ERC-6492) while it has no code.
 *
 * @throws RequestBlockedError when keys signed anything else
 */
export async function signAsContract(
  frame: ChainContext,
  { account, accounts }: ApprovalContext,
  hash: Hex,
  deployed: boolean,
  onSigned: () => void,
): Promise<Hex> {
  const kind = await loadAccountKind()
  const { eoa, chain } = accounts
  const wanted = kind.hashToSign(account as Hex, chain.id, hash)
  const answer = await askKeys(frame.keys, 'signTypedData', { address: eoa, typedData: wanted.json })
  onSigned()
  const signature = answer.signature as Hex
  const same = answer.hash.toLowerCase() === wanted.hash.toLowerCase()
  if (!same || !(await isHashSignedBy(eoa, wanted.hash, signature))) block('signatureMismatch')
  return kind.accountSignature(eoa, signature, deployed)
}

/** The same approval, with a word on which of the person's accounts acts, where there are two. */
export function withSigner<Payload>(
  approval: Approval<Payload>,
  context: ApprovalContext,
): Approval<Payload> {
  const shown = (prepared: Prepared<Payload>): Prepared<Payload> => ({
    ...prepared,
    view: showSigner(prepared.view, context),
  })
  const { confirm, edit, detour } = approval
  return {
    ...approval,
    view: showSigner(approval.view, context),
    prepare: async (signal) => shown(await approval.prepare(signal)),
    ...(confirm ? { confirm: async (before, signal) => shown(await confirm(before, signal)) } : {}),
    ...(edit
      ? {
          edit(before, change, signal) {
            const next = edit(before, change, signal)
            if (next instanceof Promise) return next.then(shown)
            return next && shown(next)
          },
        }
      : {}),
    ...(detour
      ? {
          detour(way) {
            const own = detour(way)
            return own && withSigner(own, context)
          },
        }
      : {}),
  }
}
