import {
  type Address,
  type Client,
  createClient,
  custom,
  encodeDeployData,
  getAddress,
  type Hex,
  isErc6492Signature,
  parseAbi,
  recoverAddress,
  universalSignatureValidatorByteCode,
} from 'viem'
import { call, getChainId, getCode, readContract } from 'viem/actions'
import { SiwxChainError, SiwxChainUnavailableError, SiwxSignatureError } from '../message/errors.ts'

/** How an account's consent was established. `ecrecover`: by the account's own key, so on every EVM network. */
export type SignatureProof = 'erc6492' | 'erc1271' | 'ecrecover' | 'ed25519' | 'bip322' | 'bip137'

/** Hex digits of the longest signature; a counterfactual one carries the calls that make its wallet. */
const MOST_DIGITS = 32_768
/** ERC-1271: `isValidSignature(bytes32,bytes)`. */
const MAGIC_VALUE = '0x1626ba7e'
/** Half of the order of secp256k1 (EIP-2): of the two signatures that fit a message, the lower is the real one. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
/** EIP-7702: code of an account with a key of its own that delegates to a contract. */
const DELEGATION = '0xef0100'

/** `hash`: what was signed, as EIP-191 or EIP-712 hash it. */
type EvmSignature = { hash: Hex; signature: string; address: string; chainId: number }

/**
 * Checks a signature in the order of ERC-6492: counterfactual wallet, deployed wallet (ERC-1271), key (ecrecover).
 * Without a client of the account's network only keys can be checked.
 *
 * @throws SiwxSignatureError, SiwxChainUnavailableError, SiwxChainError when the client is of another network
 */
export async function verifyEvmSignature(
  signed: EvmSignature,
  given: Client | undefined,
): Promise<SignatureProof> {
  const client = given && plainClient(given)
  const { hash, chainId } = signed
  const address = parseAddress(signed.address)
  const signature = parseHex(signed.signature)
  if (!client) {
    if (await isOfKey(hash, signature, address)) return 'ecrecover'
    throw new SiwxSignatureError({
      details: 'Without a client of its network no wallet contract can be asked.',
    })
  }
  await requireChain(client, chainId)
  if (isErc6492Signature(signature)) {
    if (await isOfCounterfactual(client, { hash, signature, address })) return 'erc6492'
    throw new SiwxSignatureError()
  }
  const code = await reachable(() => getCode(client, { address }))
  if (code && code !== '0x' && (await isOfContract(client, { hash, signature, address }))) return 'erc1271'
  const hasKey = !code || code === '0x' || code.startsWith(DELEGATION)
  if (hasKey && (await isOfKey(hash, signature, address))) return 'ecrecover'
  throw new SiwxSignatureError()
}

/**
 * The client's network and transport alone, without two habits of viem that a contract could turn against who asks it.
 * EIP-3668: a contract that reverts with `OffchainLookup` names addresses that viem then fetches from here, over and over
 * if the contract likes. Multicall: a contract that uses up the gas takes the answers of all calls of that request.
 */
const plainClient = ({ chain, request }: Client): Client =>
  createClient({
    ...(chain ? { chain } : {}),
    ccipRead: false,
    // The client's own transport tries again by itself.
    transport: custom({ request }, { retryCount: 0 }),
  })

/** A contract may have another owner on another network, so the one that is asked must be the message's own. */
async function requireChain(client: Client, chainId: number): Promise<void> {
  const actual = client.chain?.id ?? (await reachable(() => getChainId(client)))
  if (actual !== chainId) throw new SiwxChainError({ details: `The client is of network ${actual}.` })
}

/** What is no address has signed nothing. */
function parseAddress(text: string): Address {
  try {
    return getAddress(text)
  } catch (cause) {
    throw new SiwxSignatureError({ cause })
  }
}

/** A Safe may answer for an empty signature (`0x`); the contract is asked then too. */
function parseHex(text: string): Hex {
  const isText = typeof text === 'string' && text.length <= MOST_DIGITS
  if (!isText || !/^0x(?:[0-9a-fA-F]{2})*$/.test(text)) throw new SiwxSignatureError()
  return text as Hex
}

/** 65 bytes r, s, v with a low s, so that a signature has one form only. */
async function isOfKey(hash: Hex, signature: Hex, address: Address): Promise<boolean> {
  const isCanonical =
    /^0x[0-9a-fA-F]{128}(?:00|01|1[bBcC])$/.test(signature) &&
    BigInt(`0x${signature.slice(66, 130)}`) <= HALF_ORDER
  if (!isCanonical) return false
  const recovered = await recoverAddress({ hash, signature }).catch(() => undefined)
  return recovered !== undefined && recovered === getAddress(address)
}

type Asked = { hash: Hex; signature: Hex; address: Address }

function isOfContract(client: Client, { hash, signature, address }: Asked): Promise<boolean> {
  return answered(async () => {
    const value = await readContract(client, {
      address,
      abi: parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']),
      functionName: 'isValidSignature',
      args: [hash, signature],
    })
    return value === MAGIC_VALUE
  })
}

/** Deploys the wallet and asks it, all within one call that changes nothing. */
function isOfCounterfactual(client: Client, { hash, signature, address }: Asked): Promise<boolean> {
  return answered(async () => {
    const { data } = await call(client, {
      data: encodeDeployData({
        abi: parseAbi(['constructor(address signer, bytes32 hash, bytes signature)']),
        // Its older name, which all versions of the peer's range have.
        bytecode: universalSignatureValidatorByteCode,
        args: [address, hash, signature],
      }),
    })
    return data !== undefined && BigInt(data) === 1n
  })
}

/** A node that answers with an error has said no; one that does not answer has said nothing. */
async function answered(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask()
  } catch (error) {
    if (!isFromNode(error)) throw new SiwxChainUnavailableError({ cause: error })
    return false
  }
}

async function reachable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new SiwxChainUnavailableError({ cause })
  }
}

/** JSON-RPC: errors of a call itself. Overload and the like are answers too, but say nothing about a signature. */
const EXECUTION_CODES: ReadonlySet<number> = new Set([3, -32_000, -32_003, -32_015])

const READ_ERRORS: ReadonlySet<unknown> = new Set([
  'ContractFunctionZeroDataError',
  'AbiDecodingDataSizeTooSmallError',
  'AbiDecodingZeroDataError',
])
/** A cause chain may loop; viem's are not half as long. */
const MOST_CAUSES = 16

/**
 * Whether the node ran the call and it failed, or it answered with something that is no answer of such a contract. Told by
 * name and code: a back end's client may throw the errors of another copy of viem, or those of an EIP-1193 provider.
 */
function isFromNode(error: unknown): boolean {
  let code: unknown
  let cause = error
  for (let depth = 0; depth < MOST_CAUSES && typeof cause === 'object' && cause !== null; depth++) {
    const found = cause as { name?: unknown; code?: unknown; cause?: unknown }
    if (READ_ERRORS.has(found.name)) return true
    // The innermost one is the node's own.
    if (Number.isInteger(found.code)) code = found.code
    cause = found.cause
  }
  return EXECUTION_CODES.has(code as number)
}
