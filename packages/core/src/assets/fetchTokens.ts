import { askService } from '@latchkey/protocol/client'
import { getAccountBalance } from '@latchkey/protocol/http'
import { ageOf } from '@latchkey/std/ageOf'
import { isRecord } from '@latchkey/std/isRecord'
import { activeAccount, activeNamespace, activeNetwork, patchAccount } from '../account/accounts.ts'
import { BalanceUnavailableError } from '../errors/connectionErrors.ts'
import type { Config, Portfolio } from '../interfaces/Config.ts'
import {
  type CaipAddress,
  type ChainNamespace,
  NAMESPACES_WITH,
  type Network,
  type TokenBalance,
} from '../interfaces/Connector.ts'
import { serviceOf } from '../remote/serviceUrl.ts'
import { outcomeOf } from './outcomeOf.ts'
import { withPicture } from './withPicture.ts'

/** Spec 9: tokens are fresh for 30 s, and a failed look-up is not tried again for 30 s, ms. */
const FRESH = 30_000
/** ms that the service may take. */
const TIMEOUT = 10_000

type Asked = {
  config: Config
  namespace: ChainNamespace
  network: Network
  address: string
  caipAddress: CaipAddress
  signal: AbortSignal
  renew?: readonly string[]
}

/** What the service calls a balance: the contract of a token behind its network, the zero address for the network's own coin. */
export const balanceName = (caipNetworkId: string, contract: string | undefined): string =>
  `${caipNetworkId}:${contract || `0x${'0'.repeat(40)}`}`

/** What was read last of the account in use, fresh or not. */
export const portfolioOf = (config: Config): Portfolio | undefined =>
  config.runtime.portfolios?.get(activeAccount(config).caipAddress ?? '')

/**
 * Reads what the active account has on the active network into the store: from the service, which knows tokens and prices;
 * where it does not answer, the native balance from the network itself.
 *
 * @param options.force asks again though what is here is fresh
 * @param options.renew balances, by their {@link balanceName}, that the service has to read anew as well
 * @throws BalanceUnavailableError 'Token Balance Unavailable' when neither answers
 */
export async function fetchTokens(
  config: Config,
  options: { force?: boolean; renew?: readonly string[]; signal?: AbortSignal } = {},
): Promise<void> {
  const asked = whatToAsk(config, options.signal)
  if (asked === 'nobody') return
  if (!asked) throw new BalanceUnavailableError()
  config.runtime.onSent ??= (answer) => void followSent(config, answer)
  config.runtime.portfolios ??= new Map()
  const { portfolios } = config.runtime
  const last = portfolios.get(asked.caipAddress)
  const isFresh = last !== undefined && ageOf(last.triedAt) < FRESH
  const portfolio =
    isFresh && !options.force
      ? last
      : await read(
          { ...asked, renew: [...(config.runtime.changedTokens ?? []), ...(options.renew ?? [])] },
          last,
        )
  // A look-up that began later, as after a transaction, knows better.
  const other = portfolios.get(asked.caipAddress)?.triedAt ?? 0
  if (other > portfolio.triedAt && other <= Date.now()) return
  portfolios.set(asked.caipAddress, portfolio)
  show(asked, portfolio)
  if (portfolio.failed === 'all') throw new BalanceUnavailableError()
}

function whatToAsk(config: Config, signal = config.runtime.signal): Asked | 'nobody' | undefined {
  const namespace = activeNamespace(config)
  const network = activeNetwork(config.networks.getState())
  const { address, caipAddress } = activeAccount(config)
  if (!address || !caipAddress) return 'nobody'
  const isKnown = NAMESPACES_WITH.balances.includes(namespace) || config.adapters[namespace]?.getTokens
  if (!network || !isKnown) return undefined
  return { config, namespace, network, address, caipAddress, signal }
}

async function read(asked: Asked, last: Portfolio | undefined): Promise<Portfolio> {
  const now = Date.now()
  const { signal } = asked
  const first = await askTokens(asked)
  const fromNetwork = nativeOf(first) ? undefined : await readNative(asked)
  const told = await askAgain(asked, first, fromNetwork)
  const native = nativeOf(told) ?? fromNetwork
  // Whoever gave up has learned nothing about the network.
  if (signal.aborted) throw new BalanceUnavailableError({ cause: signal.reason })
  if (!native && !told.tokens)
    return { triedAt: now, failed: 'all', at: last?.at ?? now, tokens: last?.tokens }
  const others = (told.tokens ?? last?.tokens ?? []).filter(({ address }) => address !== undefined)
  return {
    triedAt: now,
    failed: told.tokens || told.isMissing ? undefined : 'tokens',
    at: told.tokens || !last ? now : last.at,
    tokens: native ? [withPicture(asked.config, native), ...others] : others,
  }
}

type Told = {
  tokens: readonly TokenBalance[] | undefined
  /** The service has no such list at all. */
  isMissing?: boolean
}

const nativeOf = ({ tokens }: Told): TokenBalance | undefined =>
  tokens?.find(({ address }) => address === undefined)

/**
 * The service keeps for a while that an account has none of the native coin. Where the network says that some has come since,
 * it reads anew: it alone knows what that is worth.
 */
async function askAgain(asked: Asked, told: Told, native: TokenBalance | undefined): Promise<Told> {
  const { config, namespace, network, renew = [] } = asked
  const hasCome = native !== undefined && Number(native.quantity.numeric) > 0
  if (!told.tokens || !hasCome || config.adapters[namespace]?.getTokens) return told
  const again = await askTokens({
    ...asked,
    renew: [...renew, balanceName(network.caipNetworkId, undefined)],
  })
  return again.tokens ? again : told
}

async function askTokens({ config, namespace, network, address, signal, renew = [] }: Asked): Promise<Told> {
  try {
    const adapter = config.adapters[namespace]
    if (adapter?.getTokens)
      return { tokens: listed(await adapter.getTokens({ network, address, signal }), network) }
    const answer = await askService(serviceOf(config), getAccountBalance, {
      params: { address },
      query: {
        currency: 'usd',
        chainId: network.caipNetworkId,
        ...(renew.length > 0 ? { forceUpdate: renew.join(',') } : {}),
      },
      ms: TIMEOUT,
      signal,
    })
    // JSON knows no undefined: what is absent is absent.
    if (answer.kind === 'reply') {
      const tokens = listed(answer.reply.balances as readonly TokenBalance[], network)
      return { tokens: tokens.map((token) => withPicture(config, token)) }
    }
    return { tokens: undefined, isMissing: answer.kind === 'refused' && answer.status === 404 }
  } catch {
    return { tokens: undefined }
  }
}

/** Those of this network that can be divided, each once (spec 5). */
function listed(balances: readonly TokenBalance[], { caipNetworkId }: Network): TokenBalance[] {
  const seen = new Set<string>()
  return balances.filter(({ chainId, address = '', quantity }) => {
    // Of addresses in other digits than these, another case is another address.
    const id = /:0x[\da-f]*$/i.test(address) ? address.toLowerCase() : address
    const isOurs = chainId === caipNetworkId && (id === '' || id.startsWith(`${caipNetworkId}:`))
    if (!isOurs || Number(quantity.decimals) === 0 || seen.has(id)) return false
    seen.add(id)
    return true
  })
}

async function readNative({
  config,
  namespace,
  network,
  address,
  signal,
}: Asked): Promise<TokenBalance | undefined> {
  const { name, symbol, decimals } = network.nativeCurrency
  try {
    const numeric = await config.adapters[namespace]?.getBalance?.({ network, address, signal })
    const quantity = { decimals: String(decimals), numeric: numeric ?? '' }
    return numeric === undefined ? undefined : { name, symbol, chainId: network.caipNetworkId, quantity }
  } catch {
    return undefined
  }
}

/** The visitor may have switched or left while the service answered. */
function show({ config, namespace, caipAddress }: Asked, { tokens, triedAt, failed }: Portfolio): void {
  if (!tokens || activeAccount(config).caipAddress !== caipAddress) return
  const native = tokens.find(({ address }) => address === undefined)
  if (native && failed !== 'all')
    config.runtime.balances.set(caipAddress, { at: triedAt, balance: native.quantity.numeric })
  patchAccount(config.accounts, namespace, {
    tokenBalance: tokens,
    ...(native && { balance: native.quantity.numeric, balanceSymbol: native.symbol }),
  })
}

/** The hash in a wallet's answer: the answer itself, or what Solana calls the signature. */
function hashOf(answer: unknown): string | undefined {
  const told = isRecord(answer) ? answer.signature : answer
  return typeof told === 'string' ? told : undefined
}

/** What the wallet has sent changes the balances as soon as a block has it, or at once where nothing waits for blocks. */
async function followSent(config: Config, answer: unknown): Promise<void> {
  const network = activeNetwork(config.networks.getState())
  if (!network) return
  const waits = config.adapters[network.chainNamespace]?.waitForTransaction !== undefined
  const hash = hashOf(answer)
  if (waits && hash === undefined) return
  if (waits && hash !== undefined) await outcomeOf(config, network, hash).catch(() => undefined)
  if (!config.runtime.signal.aborted) await fetchTokens(config, { force: true }).catch(() => undefined)
}
