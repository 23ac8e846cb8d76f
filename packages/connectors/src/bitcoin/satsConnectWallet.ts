import { isRecord } from '@latchkey/std/isRecord'
import { isIcon, plainName } from '../injected/InjectedWallet.ts'
import type { BitcoinWallet, PsbtRequest, SignInput } from './BitcoinWallet.ts'

/** Both kinds of accounts at once: a person is asked one time. */
const PURPOSES = ['payment', 'ordinals']
/** Names and dots, as a path from `window`. */
const PATH = /^[A-Za-z_$][\w$]{0,63}(?:\.[A-Za-z_$][\w$]{0,63}){0,3}$/

type Ask = (method: string, params?: object) => Promise<unknown>

/** JSON-RPC 2.0, whose errors are thrown: some wallets resolve with them, some reject. */
function askerOf(provider: Record<string, unknown>): Ask | undefined {
  const { request } = provider
  if (typeof request !== 'function') return undefined
  return async (method, params) => {
    const answer: unknown = await request.call(provider, method, params ?? null)
    if (!isRecord(answer)) return answer
    if (isRecord(answer.error)) {
      const { code, message } = answer.error
      // sats-connect has a code of its own for a person's refusal.
      throw Object.assign(new Error(String(message)), { code: code === -32_000 ? 4001 : code })
    }
    return 'result' in answer ? answer.result : answer
  }
}

/** `signInputs` as this kind of wallet wants it: by address, the indexes. */
function inputsByAddress(inputs: readonly SignInput[]): Record<string, number[]> {
  const byAddress = new Map<string, number[]>()
  for (const { address, index } of inputs) byAddress.set(address, [...(byAddress.get(address) ?? []), index])
  return Object.fromEntries(byAddress)
}

async function signPsbt(ask: Ask, { psbt, inputs, broadcast }: PsbtRequest) {
  const signInputs = inputs ? { signInputs: inputsByAddress(inputs) } : {}
  const answer = await ask('signPsbt', { psbt, broadcast, ...signInputs })
  return isRecord(answer) ? { psbt: answer.psbt, txid: answer.txid } : {}
}

const memberOf = (answer: unknown, name: string) => (isRecord(answer) ? answer[name] : undefined)

/**
 * A wallet that speaks sats-connect's RPC (docs.xverse.app/sats-connect): `getAccounts`, `signMessage`, `signPsbt`, `sendTransfer`.
 *
 * @param told what `window.btc_providers` says of it (WBIP-004); `id` is the path of its provider from `window`
 * @returns undefined where there is no such provider
 */
export function readSatsConnectWallet(told: unknown, window: object): BitcoinWallet | undefined {
  try {
    const { id, name, icon } = isRecord(told) ? told : {}
    const label = plainName(name)
    if (!label || typeof id !== 'string' || !PATH.test(id)) return undefined
    const found = id.split('.').reduce<unknown>((from, part) => memberOf(from, part), window)
    const ask = isRecord(found) ? askerOf(found) : undefined
    return ask && walletOf(label, isIcon(icon) ? icon : undefined, ask)
  } catch {
    // Every script of the page can put itself there.
    return undefined
  }
}

const walletOf = (name: string, icon: string | undefined, ask: Ask): BitcoinWallet => ({
  ...{ name, icon },
  // It says so only after it has been asked: its addresses tell.
  serves: () => true,
  connect: () => ask('getAccounts', { purposes: PURPOSES }),
  restore: async () => {
    // Answers only a page that has been permitted before.
    const account = await ask('wallet_getAccount').catch(() => undefined)
    return memberOf(account, 'addresses') ?? []
  },
  disconnect: async () => {
    // Older ones have no such method.
    await ask('wallet_disconnect').catch(() => undefined)
  },
  signMessage: async ({ address }, message) =>
    memberOf(await ask('signMessage', { address, message, protocol: 'BIP322' }), 'signature'),
  signPsbt: (request) => signPsbt(ask, request),
  sendTransfer: async (_, address, amount) =>
    memberOf(await ask('sendTransfer', { recipients: [{ address, amount }] }), 'txid'),
})
