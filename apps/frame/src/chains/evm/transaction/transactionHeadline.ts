import { sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall, TokenInfo } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import type { ApprovalView, Phrase, Value } from '../../../approvals/ApprovalView.ts'
import {
  addressValue,
  nativeAmount,
  symbolOf,
  text,
  tokenAmount,
  tokenName,
} from '../../../approvals/values.ts'
import { describedHeadline } from '../clearSigning/describedView.ts'
import type { Known } from '../rpc/askChain.ts'

type Headline = Pick<ApprovalView, 'title' | 'sentence'>
type Call<Kind extends DecodedCall['kind']> = Extract<DecodedCall, { kind: Kind }>

const itemId = (id: bigint): Value => text(`#${id}`)

function transferHeadline(call: Call<'tokenTransfer'>, token: TokenInfo | undefined, own: string): Headline {
  const to = addressValue(call.to)
  if (token?.collectible)
    return { title: 'send.title', sentence: { key: 'send.item', values: { id: itemId(call.amount), to } } }
  const amount = tokenAmount(token, call.amount, call.token)
  if (call.from === null || sameAddress(call.from, own))
    return { title: 'send.title', sentence: { key: 'send.token', values: { amount, to } } }
  const from = addressValue(call.from)
  return { title: 'send.title', sentence: { key: 'send.tokenFrom', values: { amount, from, to } } }
}

function approvalSentence(call: Call<'approval'>, token: TokenInfo | undefined): Phrase {
  const spender = addressValue(call.spender)
  const amount: Value = tokenAmount(token, call.amount, call.token)
  if (call.owner !== null)
    return { key: 'approval.sayPermit', values: { owner: addressValue(call.owner), spender, amount } }
  if (call.change === 'increase' && !call.unlimited)
    return { key: 'approval.sayMore', values: { spender, amount } }
  if (call.change === 'decrease') return { key: 'approval.sayLess', values: { spender, amount } }
  if (token?.collectible) return { key: 'approval.sayItem', values: { spender, id: itemId(call.amount) } }
  if (call.amount === 0n) return { key: 'approval.revoke', values: { spender } }
  if (call.unlimited)
    return { key: 'approval.sayAll', values: { spender, token: tokenName(symbolOf(token)) } }
  return { key: 'approval.say', values: { spender, amount } }
}

function collectibleHeadline({ to, items }: Call<'collectibleTransfer'>): Headline {
  const [only] = items
  const recipient = addressValue(to)
  const sentence: Phrase =
    only && items.length === 1 && only.amount === 1n
      ? { key: 'send.item', values: { id: itemId(only.id), to: recipient } }
      : { key: 'send.items_other', values: { count: { kind: 'count', count: items.length }, to: recipient } }
  return { title: 'send.title', sentence }
}

function allHeadline({ operator, approved }: Call<'approvalForAll'>): Headline {
  const values = { spender: addressValue(operator) }
  return {
    title: 'approvalAll.title',
    sentence: { key: approved ? 'approvalAll.say' : 'approvalAll.revoke', values },
  }
}

function unknownHeadline(chain: ChainInfo, { to, value }: Call<'unknown'>): Headline {
  const target = addressValue(to)
  const sentence: Phrase =
    value === 0n
      ? { key: 'unknown.say', values: { to: target } }
      : { key: 'unknown.sayValue', values: { to: target, amount: nativeAmount(chain, value) } }
  return { title: 'unknown.title', sentence }
}

/** The same before anybody has looked for a descriptor: it does not say yet that a call cannot be read. */
export function pendingHeadlineOf(chain: ChainInfo, call: DecodedCall, own: string): Headline {
  if (call.kind !== 'unknown') return headlineOf(chain, call, new Map(), own)
  const to = addressValue(call.to)
  const sentence: Phrase =
    call.value === 0n
      ? { key: 'unknown.use', values: { to } }
      : { key: 'unknown.useValue', values: { to, amount: nativeAmount(chain, call.value) } }
  return { title: 'unknown.title', sentence }
}

/** The title and the one sentence that say what a call will do. */
export function headlineOf(
  chain: ChainInfo,
  call: DecodedCall,
  tokens: Known<TokenInfo>,
  own: string,
): Headline {
  const token = 'token' in call ? tokens.get(call.token.toLowerCase()) : undefined
  switch (call.kind) {
    case 'create':
      return { title: 'create.title', sentence: { key: 'create.say' } }
    case 'nativeTransfer': {
      const values = { amount: nativeAmount(chain, call.value), to: addressValue(call.to) }
      return { title: 'send.title', sentence: { key: 'send.native', values } }
    }
    case 'tokenTransfer':
      return transferHeadline(call, token, own)
    case 'approval':
      return { title: 'approval.title', sentence: approvalSentence(call, token) }
    case 'approvalForAll':
      return allHeadline(call)
    case 'collectibleTransfer':
      return collectibleHeadline(call)
    case 'control': {
      const values = { name: text(call.name), to: addressValue(call.to) }
      return { title: 'control.title', sentence: { key: 'control.say', values } }
    }
    case 'batch': {
      const count: Value = { kind: 'count', count: call.calls.length }
      return { title: 'batch.title', sentence: { key: 'batch.say_other', values: { count } } }
    }
    case 'described':
      return describedHeadline({ chain, tokens }, call.described)
    case 'unknown':
      return unknownHeadline(chain, call)
  }
}
