import { BaseError } from '@latchkey/errors'
import {
  ChainUnavailableError,
  chainIdOfCoin,
  NameInvalidError,
  NameProofError,
  NameReservedError,
  type registerName as route,
  UnknownNetworkError,
} from '@latchkey/protocol/http'
import { SiwxChainUnavailableError, verifyAccountSignature } from '@latchkey/siwx/verify'
import * as z from 'zod'
import type { NameSettings } from '../config/nameSettings.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { findFollowed } from '../history/historyAccounts.ts'
import type { ChainClients } from '../upstreams/rpc/chainClients.ts'
import { giveName, requireFree } from './nameRecords.ts'
import { isReserved, type NameParts, readName } from './nameRules.ts'

type Body = z.output<(typeof route)['body']>

/** How far the time in a signed text may be from now, ms. */
const SKEW = 300_000

const signedText = z.strictObject({
  name: z.string().max(255),
  attributes: z.strictObject({}),
  /** Seconds since the epoch. */
  timestamp: z.int().min(0),
})

/** @throws NameProofError when the text is none of a name, or not of now */
function readSigned(message: string, now: number): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(message)
  } catch {
    throw new NameProofError()
  }
  const result = signedText.safeParse(parsed)
  if (!result.success || Math.abs(result.data.timestamp * 1_000 - now) > SKEW) throw new NameProofError()
  return result.data.name
}

/** @throws NameInvalidError, NameReservedError */
function readWanted(name: string, settings: NameSettings, walletName: string): NameParts {
  const parts = readName(name, settings.zones)
  // Names are given in the current zone alone.
  if (!parts || parts.zone !== settings.zones[0]) throw new NameInvalidError()
  if (isReserved(parts.label, settings, walletName)) throw new NameReservedError()
  return parts
}

/**
 * Checks the signature by the rules of sign-ins: ERC-6492, ERC-1271, then the account's own key.
 *
 * @returns the coin type that the name holds for; null: for every EVM network. A contract's address may be somebody else's
 *   on another network, unless it is of a wallet of this service.
 * @throws NameProofError, UnknownNetworkError, ChainUnavailableError
 */
async function prove(service: ServiceContext, clientOf: ChainClients, body: Body): Promise<number | null> {
  const { coin_type: coinType, address, message, signature } = body
  const id = chainIdOfCoin(coinType)
  if (id === undefined) throw new UnknownNetworkError()
  const chainId = caip2Of({ id })
  const client = clientOf(chainId)
  if (!client) throw new UnknownNetworkError()
  try {
    const proof = await verifyAccountSignature({ message, signature, address, chainId, client })
    if (proof === 'ecrecover') return null
  } catch (cause) {
    const isUnavailable = cause instanceof BaseError && cause.code === SiwxChainUnavailableError.code
    throw isUnavailable ? new ChainUnavailableError({ cause }) : new NameProofError({ cause })
  }
  const account = address.toLowerCase()
  return (await findFollowed(service.db, [account])).has(account) ? null : coinType
}

/**
 * Gives a name to the account that has signed for it.
 *
 * @throws NameInvalidError, NameReservedError, NameTakenError, NameOwnedError, NameProofError, UnknownNetworkError,
 * ChainUnavailableError
 */
export async function registerAccountName(
  service: ServiceContext,
  settings: NameSettings,
  clientOf: ChainClients,
  body: Body,
): Promise<void> {
  const { db, config } = service
  const now = config.now()
  const parts = readWanted(readSigned(body.message, now), settings, config.walletName)
  const account = body.address.toLowerCase()
  // What cannot be given costs no call to a node.
  await requireFree(db, parts, account)
  const coinType = await prove(service, clientOf, body)
  await giveName(db, parts, { account, coinType, createdAt: now })
}
