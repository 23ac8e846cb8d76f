import { coinTypeOf, NameQuestionError } from '@latchkey/protocol/http'
import {
  concat,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  hexToBytes,
  isHex,
  keccak256,
  numberToHex,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { namehash } from 'viem/ens'
import type { NameSettings } from '../config/nameSettings.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { addressFor, findName, type NameRow } from './nameRecords.ts'
import { readName } from './nameRules.ts'

/** ENSIP-10: what a resolver asks its gateway. */
const questionAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
/** What clients ask a resolver: ERC-137, ENSIP-9, ENSIP-5, ENSIP-7. */
const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
])
const coinAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])
const COIN_SELECTOR = '0xf1cb7e06'

/** How long the contract believes an answer, s. */
const LIFETIME = 300n
/** Characters of a question: a name of 255 bytes, and as long a key of a text. */
const MOST_CHARACTERS = 4_096

/** The labels of a name as the DNS writes it (RFC 1035 section 3.1). @throws NameQuestionError */
function readDnsName(encoded: Hex): string {
  const bytes = hexToBytes(encoded)
  const labels: string[] = []
  let at = 0
  while (bytes[at]) {
    const length = bytes[at] ?? 0
    const label = bytes.subarray(at + 1, at + 1 + length)
    if (label.length !== length || labels.length > 16) throw new NameQuestionError()
    labels.push(new TextDecoder().decode(label))
    at += length + 1
  }
  if (at !== bytes.length - 1) throw new NameQuestionError()
  return labels.join('.')
}

/** What is asked of the name: null where this is no question that is known. */
function answerRecord(row: NameRow | null, name: string, data: Hex): Hex | null {
  if (data.startsWith(COIN_SELECTOR)) {
    const { args } = decodeFunctionData({ abi: coinAbi, data })
    if (args[0] !== namehash(name)) return null
    const isKnown = row !== null && args[1] <= 0xffff_ffffn
    const address = isKnown ? addressFor(row, Number(args[1])) : null
    return encodeFunctionResult({ abi: coinAbi, result: address && isEvmCoin(args[1]) ? address : '0x' })
  }
  const { functionName, args } = decodeFunctionData({ abi: recordAbi, data })
  if (args[0] !== namehash(name)) return null
  if (functionName === 'addr') {
    const address = row && addressFor(row, coinTypeOf(1))
    return encodeFunctionResult({ abi: recordAbi, functionName, result: address ?? zeroAddress })
  }
  if (functionName === 'text') return encodeFunctionResult({ abi: recordAbi, functionName, result: '' })
  return encodeFunctionResult({ abi: recordAbi, functionName, result: '0x' })
}

/** Ethereum, and networks of its kind (ENSIP-11): a key of the one is none of Bitcoin's. */
const isEvmCoin = (coinType: bigint): boolean => coinType === 60n || coinType >= 0x8000_0000n

/**
 * Signs an answer for one contract, one question and a short time, so that it serves nowhere else. The contract checks
 * `keccak256(0x1900 ‖ sender ‖ expires ‖ keccak256(question) ‖ keccak256(answer))`.
 */
async function sign(signer: Uint8Array, sender: Hex, question: Hex, answer: Hex, now: number): Promise<Hex> {
  const expires = BigInt(Math.floor(now / 1_000)) + LIFETIME
  const hash = keccak256(
    concat(['0x1900', sender, numberToHex(expires, { size: 8 }), keccak256(question), keccak256(answer)]),
  )
  const signature = await privateKeyToAccount(toHex(signer)).sign({ hash })
  return encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [answer, expires, signature],
  )
}

const orRefuse = <T>(work: () => T): T => {
  try {
    return work()
  } catch {
    // Anybody may write what only looks like a question.
    throw new NameQuestionError()
  }
}

/**
 * Answers a client of ENS whom the resolver's contract has sent here (ERC-3668): of a name that nobody has, that there is
 * no address.
 *
 * @param sender the contract that will check the answer
 * @param question call data of `resolve(bytes name, bytes data)` (ENSIP-10)
 * @throws NameQuestionError
 */
export async function answerGateway(
  { db, config }: Pick<ServiceContext, 'db' | 'config'>,
  { zones, signer }: NameSettings,
  { sender, question }: { sender: string; question: string },
): Promise<Hex> {
  const isSound = /^0x[0-9a-fA-F]{40}$/.test(sender) && isHex(question) && question.length <= MOST_CHARACTERS
  if (!isSound) throw new NameQuestionError()
  const data = question.toLowerCase() as Hex
  const { args } = orRefuse(() => decodeFunctionData({ abi: questionAbi, data }))
  const name = orRefuse(() => readDnsName(args[0]))
  const parts = readName(name, zones)
  const row = parts && name === name.toLowerCase() ? await findName(db, parts) : null
  const answer = orRefuse(() => answerRecord(row, name, args[1]))
  if (answer === null) throw new NameQuestionError()
  return sign(signer, sender.toLowerCase() as Hex, data, answer, config.now())
}
