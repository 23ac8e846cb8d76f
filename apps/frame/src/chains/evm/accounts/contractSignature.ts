import { isHashSignedBy, sameAddress } from '@latchkey/chain-evm/decode'
import type { ShownTransaction } from '@latchkey/chain-evm/decode/model'
import type { OwnerTypedData } from '@latchkey/chain-evm/decode/smartAccount/model'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import type { ApprovalView } from '../../../approvals/ApprovalView.ts'
import type { Steps } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askKeys } from '../../../keys/askKeys.ts'
import type { ApprovalContext } from '../model/transaction.ts'
import { isDeployed, loadAccountKind } from './accountsOf.ts'

type Hex = `0x${string}`

/** What is signed, and whether the account has code: the form of its signature depends on it. null: a plain account. */
export type Signable<Content> = Content & { readonly deployed: boolean | null }

/** Whether it is the smart account that is asked to sign. */
export const isSmart = ({ account, accounts }: ApprovalContext): boolean =>
  sameAddress(account, accounts.smart)

/** Says of the account on the screen which of the two it is, where there are two. */
function showSigner(view: ApprovalView, context: ApprovalContext): ApprovalView {
  if (context.accounts.smart === null) return view
  const note = { key: isSmart(context) ? 'value.smartAccount' : 'value.plainAccount' } as const
  const facts = view.facts.map((fact) =>
    fact.label === 'row.account' || fact.label === 'row.address' ? { ...fact, note } : fact,
  )
  return { ...view, facts }
}

/**
 * Whether the account that signs has code; null for a plain account, of which nobody asks. Where the network does not tell,
 * nothing can be approved: a signature in the wrong form is refused by whoever checks it.
 *
 * @throws ChainUnreachableError
 */
export async function readDeployed(
  frame: ChainContext,
  context: ApprovalContext,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (!isSmart(context)) return null
  const { account, accounts } = context
  try {
    return await isDeployed(frame, accounts.chain.id, account, signal)
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new ChainUnreachableError({ cause })
  }
}

/**
 * Has a key sign exactly this typed data (EIP-712).
 *
 * @param wanted as JSON text, and its digest
 * @throws RequestBlockedError when what comes back is not the signature of it
 */
export async function signTyped(
  frame: ChainContext,
  address: Hex,
  { json, hash }: OwnerTypedData,
  onSigned: () => void,
): Promise<Hex> {
  const answer = await askKeys(frame.keys, 'signTypedData', { address, typedData: json })
  onSigned()
  const signature = answer.signature as Hex
  const same = answer.hash.toLowerCase() === hash.toLowerCase()
  if (!same || !(await isHashSignedBy(address, hash, signature))) block('signatureMismatch')
  return signature
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
  const signature = await signTyped(frame, eoa, kind.hashToSign(account as Hex, chain.id, hash), onSigned)
  return kind.accountSignature(eoa, signature, deployed)
}

/** The same steps, with a word on which of the person's accounts acts, where there are two. */
export const withSigner = <Choice, Facts extends object, Payload>(
  steps: Steps<Choice, Facts, Payload>,
  context: ApprovalContext,
): Steps<Choice, Facts, Payload> => ({
  ...steps,
  pending: (choice) => showSigner(steps.pending(choice), context),
  show(choice, facts) {
    const prepared = steps.show(choice, facts)
    return { ...prepared, view: showSigner(prepared.view, context) }
  },
})

/** Has keys sign exactly this transaction. Whoever calls checks what came back. */
export async function signTransaction(frame: ChainContext, transaction: ShownTransaction) {
  const { from, ...fields } = transaction
  const signed = await askKeys(frame.keys, 'signTransaction', {
    address: from,
    transaction: {
      ...fields,
      value: String(fields.value),
      gas: String(fields.gas),
      maxFeePerGas: String(fields.maxFeePerGas),
      maxPriorityFeePerGas: String(fields.maxPriorityFeePerGas),
      accessList: fields.accessList.map(({ address, storageKeys }) => ({
        address,
        storageKeys: [...storageKeys],
      })),
    },
  })
  return { raw: signed.raw as `0x${string}`, hash: signed.hash as `0x${string}` }
}
