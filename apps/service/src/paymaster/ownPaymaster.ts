import {
  PaymasterUnreachableError,
  SponsorshipBudgetSpentError,
  SponsorshipRefusedError,
} from '@latchkey/protocol/http'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  parseAbiParameters,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getGasPrice } from 'viem/actions'
import type { Chain } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import { budgetOf, type Project } from '../config/projects.ts'
import { isSponsored } from '../config/ServiceConfig.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import type { ChainClients } from '../upstreams/rpc/chainClients.ts'
import { operationHash, type RpcOperation } from '../userOperations/userOperation.ts'
import { isUsed } from './isUsed.ts'
import { dayOf, hasBudget, reserve } from './spending.ts'

/** What the signer vouches for beyond the operation. Times in seconds since the epoch. */
type PaymasterTerms = {
  paymaster: Address
  verificationGasLimit: bigint
  postOpGasLimit: bigint
  validUntil: number
  validAfter: number
}

const fields = parseAbiParameters(
  'address sender, uint256 nonce, bytes32 initCode, bytes32 callData, bytes32 accountGasLimits, uint256 paymasterGasLimits, uint256 preVerificationGas, bytes32 gasFees, uint256 chainId, address paymaster, uint48 validUntil, uint48 validAfter',
)
const terms = parseAbiParameters('uint48 validUntil, uint48 validAfter')

/** Two numbers of 128 bits in one word, as EntryPoint 0.7 packs them. */
const pair = (high: bigint, low: bigint): Hex =>
  concatHex([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])

/**
 * `VerifyingPaymaster.getHash` of account-abstraction 0.7.0, computed here: no node is asked what is signed.
 *
 * @throws when a number does not fit into its field
 */
export function paymasterHash(operation: RpcOperation, chainId: number, promise: PaymasterTerms): Hex {
  const { factory, factoryData } = operation
  return keccak256(
    encodeAbiParameters(fields, [
      operation.sender,
      BigInt(operation.nonce),
      keccak256(factory ? concatHex([factory, factoryData ?? '0x']) : '0x'),
      keccak256(operation.callData),
      pair(BigInt(operation.verificationGasLimit), BigInt(operation.callGasLimit)),
      BigInt(pair(promise.verificationGasLimit, promise.postOpGasLimit)),
      BigInt(operation.preVerificationGas),
      pair(BigInt(operation.maxPriorityFeePerGas), BigInt(operation.maxFeePerGas)),
      BigInt(chainId),
      promise.paymaster,
      promise.validUntil,
      promise.validAfter,
    ]),
  )
}

/** `paymasterData`: until when, from when, and the signature. */
const paymasterDataOf = ({ validUntil, validAfter }: PaymasterTerms, signature: Hex): Hex =>
  concatHex([encodeAbiParameters(terms, [validUntil, validAfter]), signature])

/** A bound on fees may be this old, ms. */
const LIFETIME = 5_000

type GasPrices = (caip2: string) => Promise<bigint>

/**
 * What a network asks for gas now, wei. Many questions at once are one.
 *
 * @param now milliseconds of a clock that only runs forward
 */
function createGasPrices(clients: ChainClients, now: () => number): GasPrices {
  // Known networks alone, so that it cannot grow.
  const known = new Map<string, { price: Promise<bigint>; until: number }>()
  return async (caip2) => {
    const client = clients(caip2)
    if (!client) throw new Error('An unknown network has no fees.')
    const entry = known.get(caip2)
    if (entry && entry.until > now()) return entry.price
    const fresh = { price: getGasPrice(client), until: now() + LIFETIME }
    known.set(caip2, fresh)
    fresh.price.catch(() => {
      if (known.get(caip2) === fresh) known.delete(caip2)
    })
    return fresh.price
  }
}

/** What is asked of a network before an operation on it is paid for. */
export type NetworkFacts = {
  gasPrice: GasPrices
  /** Whether no operation with this nonce can run any more. */
  isUsed(caip2: string, sender: Address, nonce: bigint): Promise<boolean>
}

/** @param now milliseconds of a clock that only runs forward */
export function createNetworkFacts(clients: ChainClients, now: () => number): NetworkFacts {
  return {
    gasPrice: createGasPrices(clients, now),
    async isUsed(caip2, sender, nonce) {
      const client = clients(caip2)
      if (!client) throw new Error('An unknown network has no nonces.')
      return isUsed(client, sender, nonce)
    },
  }
}

/** What VerifyingPaymaster 0.7 needs to check a signature, with room for cold storage. It has nothing to do afterwards. */
const PAYMASTER_VERIFICATION_GAS = 60_000n
const PAYMASTER_POST_OP_GAS = 0n

/** Most gas that is paid for in one operation: deployment and a long batch fit, and costs of data on rollups. */
const MOST = { callGasLimit: 5_000_000n, verificationGasLimit: 3_000_000n, preVerificationGas: 5_000_000n }
/** A fee above this many times the network's own buys nothing. */
const MOST_FEE_TIMES = 4n

const refuse = (reason: string) => new SponsorshipRefusedError({ data: { reason } })

/**
 * Refuses an operation whose gas or fees are out of bounds.
 *
 * @param gasPrice the network's own, wei
 * @returns what the operation costs at most, wei (`requiredPrefund` of EntryPoint 0.7)
 * @throws SponsorshipRefusedError with `reason` `gas` or `fee`
 */
export function boundedCost(operation: RpcOperation, gasPrice: bigint): bigint {
  const callGas = BigInt(operation.callGasLimit)
  const verificationGas = BigInt(operation.verificationGasLimit)
  const preVerificationGas = BigInt(operation.preVerificationGas)
  if (
    callGas > MOST.callGasLimit ||
    verificationGas > MOST.verificationGasLimit ||
    preVerificationGas > MOST.preVerificationGas
  )
    throw refuse('gas')
  const fee = BigInt(operation.maxFeePerGas)
  if (fee === 0n || BigInt(operation.maxPriorityFeePerGas) > fee || fee > gasPrice * MOST_FEE_TIMES)
    throw refuse('fee')
  const gas =
    callGas + verificationGas + preVerificationGas + PAYMASTER_VERIFICATION_GAS + PAYMASTER_POST_OP_GAS
  return gas * fee
}

/** How long a signature holds, ms. */
const VALIDITY = 600_000

/** Of the right length, recovers to an address, and is nobody's. */
const NOBODYS_SIGNATURE: Hex = `0x${'f'.repeat(31)}${'0'.repeat(33)}7${'a'.repeat(63)}1c`

export type Question = { project: Project; chain: Chain; walletId: string }

/** ERC-7677: fields of EntryPoint 0.7. */
export type PaymasterFields = {
  paymaster: Address
  paymasterData: Hex
  paymasterVerificationGasLimit: Hex
  paymasterPostOpGasLimit: Hex
}
export type PaymasterStub = PaymasterFields & { sponsor: { name: string }; isFinal: false }

/** @throws SponsorshipRefusedError with `reason` `off` where nothing is paid for this project */
function offerOf({ config }: ServiceContext, { project, chain }: Question) {
  const { paymasterSigner } = config.secrets
  if (!chain.paymaster || !paymasterSigner || !isSponsored(config, project, chain))
    throw new SponsorshipRefusedError({ data: { reason: 'off' } })
  const signer = privateKeyToAccount(`0x${Buffer.from(paymasterSigner).toString('hex')}`)
  return { ...chain.paymaster, signer, budget: budgetOf(project, chain.id) }
}

function termsOf(paymaster: Address, now: number): PaymasterTerms {
  return {
    paymaster,
    verificationGasLimit: PAYMASTER_VERIFICATION_GAS,
    postOpGasLimit: PAYMASTER_POST_OP_GAS,
    validUntil: Math.floor((now + VALIDITY) / 1_000),
    validAfter: 0,
  }
}

const fieldsOf = (terms: PaymasterTerms, signature: Hex): PaymasterFields => ({
  paymaster: terms.paymaster,
  paymasterData: paymasterDataOf(terms, signature),
  paymasterVerificationGasLimit: numberToHex(terms.verificationGasLimit),
  paymasterPostOpGasLimit: numberToHex(terms.postOpGasLimit),
})

/**
 * `pm_getPaymasterStubData` of the operator's own paymaster: fields to estimate with, and who pays. Nothing is reserved.
 *
 * @throws SponsorshipRefusedError, SponsorshipBudgetSpentError
 */
export async function stubOf(service: ServiceContext, question: Question): Promise<PaymasterStub> {
  const { address, sponsor, budget } = offerOf(service, question)
  const now = service.config.now()
  const { project, chain, walletId } = question
  const place = { projectId: project.id, walletId, chainId: chain.id, day: dayOf(now) }
  if (!(await hasBudget(service.db, place, budget))) throw new SponsorshipBudgetSpentError()
  return { ...fieldsOf(termsOf(address, now), NOBODYS_SIGNATURE), sponsor: { name: sponsor }, isFinal: false }
}

/**
 * `pm_getPaymasterData` of the operator's own paymaster: bounds the operation, reserves its cost, signs. Gas limits of
 * the paymaster are set here, whatever the operation says. For a nonce that is used up nothing is reserved: the reserve
 * would be taken for the cost of the operation that has run.
 *
 * @throws SponsorshipRefusedError, SponsorshipBudgetSpentError, PaymasterUnreachableError when the network does not tell its fee
 */
export async function dataOf(
  service: ServiceContext,
  facts: NetworkFacts,
  question: Question,
  operation: RpcOperation,
): Promise<PaymasterFields> {
  const { address, signer, budget } = offerOf(service, question)
  const { project, chain, walletId } = question
  const [gasPrice, isOver] = await Promise.all([
    facts.gasPrice(caip2Of(chain)),
    facts.isUsed(caip2Of(chain), operation.sender, BigInt(operation.nonce)),
  ]).catch((error: unknown) => {
    throw new PaymasterUnreachableError({ cause: error })
  })
  const wei = boundedCost(operation, gasPrice)
  if (isOver) throw refuse('nonce')
  const now = service.config.now()
  const terms = termsOf(address, now)
  const hash = paymasterHash(operation, chain.id, terms)
  const fields = fieldsOf(terms, await signer.signMessage({ message: { raw: hash } }))
  const promised = {
    projectId: project.id,
    walletId,
    chainId: chain.id,
    nonce: BigInt(operation.nonce),
    wei,
    userOpHash: operationHash({ ...operation, ...fields }, chain.id),
    validUntil: terms.validUntil * 1_000,
  }
  await reserve(service.db, promised, budget, now)
  return fields
}
