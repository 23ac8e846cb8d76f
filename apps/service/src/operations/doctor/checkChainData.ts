import { encodeFunctionData, erc20Abi, parseAbi, zeroAddress } from 'viem'
import { type Chain, multicallOf, pricesOf, tokensOf } from '../../config/chains.ts'
import type { Token } from '../../config/tokens/tokenSchema.ts'
import { addressOf } from '../../upstreams/explorers/createExplorer.ts'
import {
  askRpc,
  type Diagnosis,
  type Finding,
  fail,
  notInTime,
  ok,
  readJson,
  reasonOf,
  sideBySide,
  warn,
} from './Diagnosis.ts'

const decimalsCall = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
const slot0Call = encodeFunctionData({
  abi: parseAbi(['function slot0() view returns (uint160)']),
  functionName: 'slot0',
})
const WORD = /^0x[0-9a-fA-F]{64}$/
const SLOT0 = /^0x[0-9a-fA-F]{448}$/

const nodeOf = ({ rpcUrls: [url = ''] }: Chain) => url
/** What a contract answers; nothing where it does not. */
const read = (diagnosis: Diagnosis, chain: Chain, to: string, data: string): Promise<string> =>
  askRpc(diagnosis, nodeOf(chain), 'eth_call', [{ to, data }, 'latest']).catch(() => '')
const hasCode = async (diagnosis: Diagnosis, chain: Chain, address: string): Promise<boolean> =>
  (await askRpc(diagnosis, nodeOf(chain), 'eth_getCode', [address, 'latest']).catch(() => '0x')) !== '0x'

const SEE_CHAIN = 'See the findings on the chain itself; if its nodes are right, correct'

async function checkMulticall(diagnosis: Diagnosis, chain: Chain): Promise<Finding> {
  const check = `balances.${chain.id}`
  const count = tokensOf(chain).length
  const address = multicallOf(chain)
  // One by itself is not put together.
  if (address === null || count < 2) return ok(check, `${chain.name}: ${count} token(s) are read one by one.`)
  return (await hasCode(diagnosis, chain, address))
    ? ok(check, `${chain.name}: ${count} token(s) are read in one call.`)
    : warn(
        check,
        `${chain.name}: there is no Multicall3 at ${address}, so that each token costs a call.`,
        `${SEE_CHAIN} multicall of the chain in CHAINS, or set it to "none".`,
      )
}

async function checkToken(diagnosis: Diagnosis, chain: Chain, token: Token): Promise<Finding[]> {
  const check = `token.${chain.id}`
  const answer = await read(diagnosis, chain, token.address, decimalsCall)
  if (!WORD.test(answer))
    return [
      warn(
        check,
        `${chain.name}: ${token.symbol} (${token.address}) does not say how many decimals it has.`,
        `${SEE_CHAIN} its address in tokens of the chain in CHAINS.`,
      ),
    ]
  const decimals = BigInt(answer)
  if (decimals === BigInt(token.decimals)) return []
  return [
    fail(
      check,
      `${chain.name}: ${token.symbol} has ${decimals} decimals, and CHAINS says ${token.decimals}: every amount is told wrong.`,
      'Correct decimals of the token in CHAINS.',
    ),
  ]
}

async function checkPrices(diagnosis: Diagnosis, chain: Chain): Promise<Finding> {
  const check = `prices.${chain.id}`
  const listing = pricesOf(chain)
  if (!listing) {
    const message = `${chain.name}: no pools are known, so that no prices are told by them.`
    const isNeeded = !chain.testnet && diagnosis.config.pricesUrl === undefined
    return isNeeded
      ? warn(check, message, 'Set prices of the chain in CHAINS, or PRICES_URL.')
      : ok(check, message)
  }
  const { pools } = listing
  const answers = await sideBySide(
    pools,
    async ({ address }) => SLOT0.test(await read(diagnosis, chain, address, slot0Call)),
    () => false,
  )
  const silent = pools.filter((_, index) => !answers[index]).map(({ address }) => address)
  if (silent.length === 0) return ok(check, `${chain.name}: ${pools.length} pool(s) tell prices.`)
  return warn(
    check,
    `${chain.name}: ${silent.length} of ${pools.length} pools tell no price: ${silent.slice(0, 3).join(', ')}.`,
    `${SEE_CHAIN} prices of the chain in CHAINS.`,
  )
}

async function checkNames(diagnosis: Diagnosis, { chains }: { chains: readonly Chain[] }): Promise<Finding> {
  const chain = chains.find(({ ens }) => ens)
  if (!chain?.ens) return ok('names', 'Names of accounts are not looked up: no chain in CHAINS has ens.')
  return (await hasCode(diagnosis, chain, chain.ens.registry))
    ? ok('names', `Names of accounts are looked up on ${chain.name}.`)
    : warn(
        'names',
        `${chain.name}: there is no registry of names at ${chain.ens.registry}.`,
        `${SEE_CHAIN} ens of the chain in CHAINS.`,
      )
}

/** The address may hold a key, so that its host alone is told. */
async function checkPricesUrl(diagnosis: Diagnosis): Promise<Finding[]> {
  const { pricesUrl } = diagnosis.config
  if (pricesUrl === undefined) return []
  const host = new URL(pricesUrl).host
  const fix = 'Correct PRICES_URL, or leave it out: the pools alone tell prices then.'
  try {
    const { status, body } = await diagnosis.ask(`${pricesUrl}/prices/current/coingecko:ethereum`)
    const isRead = status === 200 && typeof (readJson(body) as { coins?: unknown } | null)?.coins === 'object'
    return isRead
      ? [ok('pricesUrl', `${host} tells prices.`)]
      : [warn('pricesUrl', `${host} answers with status ${status} and no prices.`, fix)]
  } catch (error) {
    return [warn('pricesUrl', `${host} does not answer: ${reasonOf(error)}.`, fix)]
  }
}

/** The address may hold a key, so that its host alone is told. */
async function checkHistory(diagnosis: Diagnosis, chain: Chain): Promise<Finding[]> {
  const { historyUrl: url } = chain
  if (url === undefined) return []
  const check = `history.${chain.id}`
  const host = new URL(url).host
  const fix =
    'Correct historyUrl of the chain in CHAINS, or leave it out: the service tells its own index then.'
  try {
    const { status, body } = await diagnosis.ask(addressOf(url, 'token-transfers', zeroAddress, null).href)
    // A list of fifty may be longer than what is read of it here.
    const isRead = status === 200 && body.trimStart().startsWith('{') && body.includes('"items"')
    return isRead
      ? [ok(check, `${chain.name}: ${host} tells the history before the service's own index.`)]
      : [warn(check, `${chain.name}: ${host} answers with status ${status} and no transfers.`, fix)]
  } catch (error) {
    return [warn(check, `${chain.name}: ${host} does not answer: ${reasonOf(error)}.`, fix)]
  }
}

async function checkChain(diagnosis: Diagnosis, chain: Chain): Promise<Finding[]> {
  const tokens = await sideBySide(
    chain.tokens ?? [],
    (token) => checkToken(diagnosis, chain, token),
    ({ symbol }) => [notInTime(`token.${chain.id}`, `${chain.name}, ${symbol}`)],
  )
  return [
    await checkMulticall(diagnosis, chain),
    ...tokens.flat(),
    await checkPrices(diagnosis, chain),
    ...(await checkHistory(diagnosis, chain)),
  ]
}

/** Where balances, prices and names come from, and whether what the operator wrote of tokens is what their contracts say. */
export async function checkChainData(diagnosis: Diagnosis): Promise<Finding[]> {
  const parts = await sideBySide(
    diagnosis.config.chains,
    (chain) => checkChain(diagnosis, chain),
    ({ id, name }) => [notInTime(`balances.${id}`, name)],
  )
  return [
    ...parts.flat(),
    ...(await checkPricesUrl(diagnosis)),
    await checkNames(diagnosis, diagnosis.config),
  ]
}
