import type { SiwxMessageData } from '@latchkey/core/connector'
import { decodeBase58 } from '@latchkey/std/base58'
import { getAddress } from 'viem/utils'
import { SiwxMessageInvalidError } from './errors.ts'
import type { SiwxFields, SiwxNamespace } from './fields.ts'
import { layOut } from './layOut.ts'
import { parseSiwxMessage } from './parseSiwxMessage.ts'

type Fields = SiwxMessageData & { scheme?: string }

/** Fields that read back, so that one other field can be tried among them. */
const SOUND: Readonly<Record<SiwxNamespace, SiwxFields>> = {
  eip155: soundFields('eip155:1', `0x${'0'.repeat(40)}`),
  solana: soundFields('solana:1', '1'.repeat(32)),
  bip122: soundFields(`bip122:${'0'.repeat(32)}`, '1'.repeat(26)),
}

function soundFields(chainId: SiwxFields['chainId'], accountAddress: string): SiwxFields {
  const rest = { nonce: '00000000', domain: 'a.example', uri: 'https://a.example', version: '1' }
  return { chainId, accountAddress, ...rest, issuedAt: '2000-01-01T00:00:00Z' }
}

/**
 * The text that a wallet signs: ERC-4361 for Ethereum accounts, CAIP-122 for the others. Whatever `verifySiwxMessage` would
 * refuse of every back end is refused here: a field that would change what another says (a line break in a statement, say),
 * an address without its checksum (EIP-55), an end before the beginning.
 *
 * @param fields `issuedAt` is needed; times are RFC 3339
 * @throws SiwxMessageInvalidError; `data.field` is the field that is wrong
 * @example
 * formatSiwxMessage({ chainId: 'eip155:1', accountAddress: '0x…', domain: 'shop.example', … })
 */
export function formatSiwxMessage(fields: Fields): string {
  const field = wrongForm(fields) ?? wrongAddress(fields) ?? wrongTimes(fields)
  if (field !== undefined) {
    const details = `The field ${field} could not be verified as it is.`
    throw new SiwxMessageInvalidError({ details, data: { field } })
  }
  return layOut(fields)
}

/** Whether the text of the fields reads back as the very same fields. */
function readsBack(fields: Fields): boolean {
  const read = parseSiwxMessage(layOut(fields))
  return read !== undefined && canonical(read) === canonical(fields)
}

/** The field that the grammar does not take; `message` where each is sound and all of them are too long. */
function wrongForm(fields: Fields): string | undefined {
  const sound = SOUND[String(fields.chainId).split(':')[0] as SiwxNamespace]
  if (sound === undefined) return 'chainId'
  if (readsBack(fields)) return undefined
  const names = Object.keys({ ...sound, ...fields }) as (keyof Fields)[]
  return names.find((name) => !readsBack({ ...sound, [name]: fields[name] })) ?? 'message'
}

function wrongAddress({ chainId, accountAddress }: Fields): 'accountAddress' | undefined {
  const isSound = chainId.startsWith('eip155:')
    ? getAddress(accountAddress.toLowerCase()) === accountAddress
    : !chainId.startsWith('solana:') || decodeBase58(accountAddress)?.length === 32
  return isSound ? undefined : 'accountAddress'
}

/** Nothing can be verified at a time that comes after the end. */
function wrongTimes({ issuedAt, notBefore, expirationTime }: Fields): 'expirationTime' | undefined {
  if (expirationTime === undefined) return undefined
  const begins = [issuedAt, notBefore].map((text) => (text === undefined ? 0 : timeOf(text)))
  return timeOf(expirationTime) > Math.max(...begins) ? undefined : 'expirationTime'
}

const timeOf = (text: string): number => Date.parse(text.toUpperCase())

/** The fields in one order, without absent ones. */
const canonical = (fields: Fields): string =>
  JSON.stringify(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
