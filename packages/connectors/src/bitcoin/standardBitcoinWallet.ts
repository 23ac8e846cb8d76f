import { isRecord } from '@latchkey/std/isRecord'
import { MethodNotApprovedError } from '../answer/errors.ts'
import { followAccounts } from '../standard/followAccounts.ts'
import {
  type FeatureMethod,
  readStandardWallet,
  type StandardWallet,
} from '../standard/readStandardWallet.ts'
import type { BitcoinAccount, BitcoinWallet, PsbtRequest } from './BitcoinWallet.ts'
import { standardChainOf } from './bitcoinNetworks.ts'

const PURPOSES = ['payment', 'ordinals']
const INVALID_PARAMS = -32_602

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

function methodOf(wallet: StandardWallet, feature: string, name: string): FeatureMethod {
  const run = wallet.method(feature, name)
  if (!run) throw new MethodNotApprovedError({ data: { rpcCode: 4200 } })
  return run
}

/** The first of a method's outputs. */
function outputOf(answer: unknown): Record<string, unknown> {
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined
  return isRecord(first) ? first : {}
}

/** The inputs by account, as the Wallet Standard wants them. */
function inputsToSign({ inputs, accounts }: PsbtRequest) {
  if (!inputs)
    throw Object.assign(new Error('signInputs is expected: this wallet does not look for its own inputs.'), {
      code: INVALID_PARAMS,
    })
  return accounts.flatMap(({ address, own }) => {
    const indexes = inputs.filter((input) => input.address === address).map(({ index }) => index)
    return indexes.length > 0 ? [{ account: own, signingIndexes: indexes }] : []
  })
}

async function signPsbt(wallet: StandardWallet, request: PsbtRequest) {
  const { psbt, broadcast, caipNetworkId } = request
  const input = {
    psbt: bytesOf(psbt),
    inputsToSign: inputsToSign(request),
    chain: standardChainOf(caipNetworkId),
  }
  if (broadcast) {
    const run = methodOf(wallet, 'bitcoin:signAndSendTransaction', 'signAndSendTransaction')
    return { txid: outputOf(await run(input)).txId }
  }
  const run = methodOf(wallet, 'bitcoin:signTransaction', 'signTransaction')
  return { psbt: outputOf(await run(input)).signedPsbt }
}

async function signMessage(wallet: StandardWallet, { own }: BitcoinAccount, message: string) {
  const run = methodOf(wallet, 'bitcoin:signMessage', 'signMessage')
  return outputOf(await run({ account: own, message: new TextEncoder().encode(message) })).signature
}

/**
 * A wallet of the Wallet Standard with the features of Bitcoin: `bitcoin:connect`, `bitcoin:signMessage`, `bitcoin:signTransaction`,
 * `bitcoin:signAndSendTransaction`. It builds no transfers.
 *
 * @returns undefined where it is none
 */
export function readStandardBitcoinWallet(registered: unknown): BitcoinWallet | undefined {
  const wallet = readStandardWallet(registered, 'bitcoin:', 'bitcoin:connect')
  if (!wallet) return undefined
  const { name, icon, chains } = wallet
  return {
    ...{ name, icon },
    serves: (caipNetworkId) => chains.includes(standardChainOf(caipNetworkId) ?? ''),
    connect: async () => {
      const answer = await methodOf(wallet, 'bitcoin:connect', 'connect')({ purposes: PURPOSES })
      const told = isRecord(answer) && Array.isArray(answer.accounts) ? answer.accounts : []
      return told.length > 0 ? told : wallet.accounts()
    },
    restore: async () => wallet.accounts(),
    disconnect: async () => {
      const run =
        wallet.method('bitcoin:disconnect', 'disconnect') ??
        wallet.method('standard:disconnect', 'disconnect')
      await run?.()
    },
    follow: (listener) =>
      followAccounts(
        wallet,
        wallet.method('bitcoin:events', 'on') ? 'bitcoin:events' : 'standard:events',
        listener,
      ),
    signMessage: (account, message) => signMessage(wallet, account, message),
    signPsbt: (request) => signPsbt(wallet, request),
  }
}
