import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod'
import { type Chain, ENTRY_POINT, isEntryPoint } from '../../config/chains.ts'
import { accountContracts } from '../../userOperations/userOperation.ts'
import {
  askRpc,
  askRpcFor,
  type Diagnosis,
  type Finding,
  fail,
  notInTime,
  ok,
  reasonOf,
  sideBySide,
  warn,
} from './Diagnosis.ts'

const abi = parseAbi([
  'function verifyingSigner() view returns (address)',
  'function balanceOf(address account) view returns (uint256)',
])
/** A deposit for fewer operations than this calls for more. */
const FEWEST_OPERATIONS = 100n
/** Gas of a usual operation. */
const OPERATION_GAS = 500_000n

type Asking = { diagnosis: Diagnosis; chain: Chain; check: string }

async function checkBundlers({ diagnosis, chain, check }: Asking): Promise<Finding> {
  const urls = chain.bundlerUrls ?? []
  const problems = await Promise.all(
    urls.map(async (url, index) => {
      const place = `bundlerUrls[${index}] (${new URL(url).host})`
      try {
        const call = { method: 'eth_supportedEntryPoints' }
        const listed = await askRpcFor(diagnosis, url, call, z.array(z.string()))
        return listed.some(isEntryPoint) ? [] : [`${place} does not serve EntryPoint 0.7`]
      } catch (error) {
        return [`${place}: ${reasonOf(error)}`]
      }
    }),
  )
  const bad = problems.flat()
  if (bad.length === 0) return ok(`${check}.bundler`, `${chain.name}: ${urls.length} bundler(s) answer.`)
  const found = bad.length === urls.length ? fail : warn
  return found(
    `${check}.bundler`,
    `${chain.name}: ${bad.join('; ')}.`,
    'Start the bundler, or correct bundlerUrls in CHAINS.',
  )
}

async function checkContracts(asking: Asking, rpcUrl: string): Promise<Finding> {
  const { diagnosis, chain, check } = asking
  const { permissionManager } = chain
  const expected = {
    EntryPoint: ENTRY_POINT,
    ...accountContracts,
    ...(permissionManager ? { permissionManager } : {}),
  }
  const missing = await Promise.all(
    Object.entries(expected).map(async ([name, address]) => {
      const code = await askRpc(diagnosis, rpcUrl, 'eth_getCode', [address, 'latest'])
      return code.length > 2 ? [] : [name]
    }),
  )
  const names = missing.flat().join(', ')
  if (names === '')
    return ok(`${check}.contracts`, `${chain.name}: the contracts of smart accounts are there.`)
  return fail(
    `${check}.contracts`,
    `${chain.name}: no code at ${names}.`,
    'Smart accounts do not work on this network: drop bundlerUrls, or correct permissionManager.',
  )
}

async function read(asking: Asking, rpcUrl: string, to: string, data: Hex): Promise<string> {
  return askRpc(asking.diagnosis, rpcUrl, 'eth_call', [{ to, data }, 'latest'])
}

async function checkDeposit(asking: Asking, rpcUrl: string, paymaster: Hex): Promise<Finding> {
  const { diagnosis, chain, check } = asking
  const balanceOf = encodeFunctionData({ abi, functionName: 'balanceOf', args: [paymaster] })
  const deposit = BigInt(await read(asking, rpcUrl, ENTRY_POINT, balanceOf))
  const gasPrice = BigInt(await askRpc(diagnosis, rpcUrl, 'eth_gasPrice'))
  const operations = gasPrice === 0n ? FEWEST_OPERATIONS : deposit / (gasPrice * OPERATION_GAS)
  const fix = 'Top it up: call deposit() of the paymaster with coins. See "Paymaster" in docs/operating.md.'
  if (deposit === 0n) return fail(`${check}.deposit`, `${chain.name}: the paymaster has no deposit.`, fix)
  if (operations < FEWEST_OPERATIONS)
    return warn(
      `${check}.deposit`,
      `${chain.name}: the paymaster's deposit is low (for about ${operations} operations).`,
      fix,
    )
  return ok(`${check}.deposit`, `${chain.name}: the paymaster has a deposit.`)
}

async function checkPaymaster(asking: Asking, rpcUrl: string): Promise<Finding[]> {
  const { diagnosis, chain, check } = asking
  const { paymasterSigner } = diagnosis.config.secrets
  if (!chain.paymaster) return []
  if (!paymasterSigner)
    return [
      warn(
        `${check}.paymaster`,
        `${chain.name}: nobody's fees are paid, for PAYMASTER_SIGNER_KEY is not set.`,
        'Set PAYMASTER_SIGNER_KEY_FILE, or drop paymaster of the chain in CHAINS.',
      ),
    ]
  const { address } = chain.paymaster
  const signer = privateKeyToAddress(`0x${Buffer.from(paymasterSigner).toString('hex')}`)
  const found = await read(
    asking,
    rpcUrl,
    address,
    encodeFunctionData({ abi, functionName: 'verifyingSigner' }),
  )
  if (found.slice(-40).toLowerCase() !== signer.slice(2).toLowerCase())
    return [
      fail(
        `${check}.paymaster`,
        `${chain.name}: what is at the paymaster's address does not take signatures of PAYMASTER_SIGNER_KEY (${signer}).`,
        'Correct paymaster.address in CHAINS, or deploy a VerifyingPaymaster for this signer.',
      ),
    ]
  const right = ok(`${check}.paymaster`, `${chain.name}: the paymaster takes our signatures.`)
  return [right, await checkDeposit(asking, rpcUrl, address)]
}

async function checkChain(diagnosis: Diagnosis, chain: Chain): Promise<Finding[]> {
  const [rpcUrl] = chain.rpcUrls
  if (!chain.bundlerUrls || rpcUrl === undefined) return []
  const asking = { diagnosis, chain, check: `smartAccounts.${chain.id}` }
  const onChain = async () => [
    await checkContracts(asking, rpcUrl),
    ...(await checkPaymaster(asking, rpcUrl)),
  ]
  const unknown = (error: unknown) => [
    fail(
      `${asking.check}.contracts`,
      `${chain.name}: the node does not say what is on the network (${reasonOf(error)}).`,
      'See the findings on the chain itself.',
    ),
  ]
  return [await checkBundlers(asking), ...(await onChain().catch(unknown))]
}

/** Whether smart accounts work where they are offered: bundlers, contracts, paymaster and its deposit. */
export async function checkSmartAccounts(diagnosis: Diagnosis): Promise<Finding[]> {
  const { chains, secrets } = diagnosis.config
  const parts = await sideBySide(
    chains,
    (chain) => checkChain(diagnosis, chain),
    ({ id, name }) => [notInTime(`smartAccounts.${id}`, name)],
  )
  const isIdle = secrets.paymasterSigner !== undefined && chains.every(({ paymaster }) => !paymaster)
  const idle = warn(
    'smartAccounts.signer',
    'PAYMASTER_SIGNER_KEY is set, and no chain has a paymaster.',
    'Set paymaster of a chain in CHAINS, or drop the key.',
  )
  return [...parts.flat(), ...(isIdle ? [idle] : [])]
}
