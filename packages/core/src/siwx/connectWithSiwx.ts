import { withDeadline } from '@latchkey/std/deadline'
import { accountOf, findConnector, patchAccount, resetAccount } from '../account/accounts.ts'
import { beginAttempt, type ConnectParameters, connect, finishConnection } from '../connection/connect.ts'
import { disconnect } from '../connection/reconnect.ts'
import { ConnectorNotFoundError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type {
  CaipNetworkId,
  Connector,
  OneClickAuthenticate,
  OneClickRequest,
  Siwx,
  SiwxSession,
} from '../interfaces/Connector.ts'
import { CaipNetworkUndefinedError, SignInAbortedError, SignInTimeoutError } from './errors.ts'

const PLUG_IN_LIMIT = 30_000

/** A connector that can connect and sign in by one approval. */
type OneClickConnector = Connector & { authenticate?: OneClickAuthenticate }

/**
 * Connects, and signs in by the same approval where page and wallet can (WalletConnect one-click); else, also where the
 * plug-in cannot make a message yet, it is `connect`, and `watchSiwx` asks for the signature afterwards. Only EVM networks can be asked for in one click.
 *
 * @throws as `connect`; CaipNetworkUndefinedError when no EVM network is active
 */
export async function connectWithSiwx(config: Config, parameters: ConnectParameters): Promise<void> {
  const connector = findConnector(config.connectors, parameters.connectorId) as OneClickConnector | undefined
  if (!connector) throw new ConnectorNotFoundError()
  const { networks } = config.networks.getState()
  const isEvmOnly = networks.every(({ chainNamespace }) => chainNamespace === 'eip155')
  const { authenticate } = connector
  if (!config.siwx || !authenticate || !isEvmOnly) return connect(config, parameters)
  const attempt = beginAttempt(config, 'eip155', parameters.signal)
  if (accountOf(config.accounts, 'eip155').status === 'disconnected')
    patchAccount(config.accounts, 'eip155', { status: 'connecting' })
  let undo = (): Promise<void> | undefined => undefined
  try {
    const request = await requestOf(config, config.siwx, attempt.signal)
    attempt.assertCurrent()
    if (!request) return await connect(config, parameters)
    const answer = await deadline(authenticate(request), attempt.signal)
    undo = () => takeBack(config, connector, answer.sessions)
    attempt.assertCurrent()
    // Stored first, so that nobody is asked for a signature that has been given.
    if (answer.sessions.length > 0) {
      const storing = config.siwx.setSessions(answer.sessions)
      undo = () => takeBack(config, connector, answer.sessions, storing)
      await deadline(storing, attempt.signal, PLUG_IN_LIMIT).catch(() => undefined)
    }
    attempt.assertCurrent()
    const { wallet } = parameters
    finishConnection(config, connector, answer.result, wallet ? { wallet } : {})
  } catch (error) {
    attempt.end()
    void undo()
    if (attempt.ownsStatus() && accountOf(config.accounts, 'eip155').status === 'connecting')
      resetAccount(config.accounts, 'eip155')
    throw error
  } finally {
    attempt.end()
  }
}

/** Ends what the wallet has approved for a visitor who has left meanwhile: a connection that no page shows, and its sign-in. */
async function takeBack(
  config: Config,
  connector: Connector,
  sessions: readonly SiwxSession[],
  storing?: Promise<void>,
): Promise<void> {
  // An attempt that has taken over goes on.
  const isInUse =
    accountOf(config.accounts, 'eip155').connectorId === connector.id &&
    !config.runtime.attempts.has('eip155')
  const ending = isInUse ? disconnect(config, { namespace: 'eip155' }) : connector.disconnect()
  ending.catch(() => undefined)
  if (!storing) return
  await storing.catch(() => undefined)
  for (const { data } of sessions)
    await config.siwx?.revokeSession(data.chainId, data.accountAddress).catch(() => undefined)
}

/** What the wallet is asked; undefined where the plug-in makes no message before it knows the account. */
async function requestOf(
  config: Config,
  siwx: Siwx,
  signal: AbortSignal,
): Promise<OneClickRequest | undefined> {
  const { activeId, networks } = config.networks.getState()
  const first = networks.find(({ caipNetworkId }) => caipNetworkId === activeId)?.caipNetworkId
  if (!first) throw new CaipNetworkUndefinedError()
  const others = networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => id !== first)
  const chains: [CaipNetworkId, ...CaipNetworkId[]] = [first, ...others]
  try {
    const asked = siwx.createMessage({ accountAddress: '', chainId: first })
    const message = await deadline(asked, signal, PLUG_IN_LIMIT)
    const { toString: _text, chainId: _chain, accountAddress: _account, ...fields } = message
    return { ...fields, chains, signal }
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/**
 * Waits for work of somebody else: it settles at the latest when `signal` aborts or the time is over.
 *
 * @param ms none for what a person has to approve
 * @throws SignInAbortedError, SignInTimeoutError, or what the work rejects with
 */
export function deadline<T>(work: Promise<T>, signal: AbortSignal, ms?: number): Promise<T> {
  // Nobody hears of its failure when the signal has aborted already.
  work.catch(() => undefined)
  const tooLate = () => new SignInTimeoutError()
  const cancelled = () => new SignInAbortedError()
  return withDeadline({ ms, signal, tooLate, cancelled }, () => work)
}
