import type {
  CaipNetworkId,
  ChainNamespace,
  ConnectorContext,
  RequestArguments,
} from '@latchkey/core/connector'
import { ChainNotSupportedError, MethodNotApprovedError, RelayUnreachableError } from '../answer/errors.ts'
import { waitFor } from '../answer/waitFor.ts'
import type { Client } from './createClient.ts'
import type { Session } from './proposals.ts'
import { isNodeMethod, readRpc } from './readRpc.ts'
import { type ActiveNetworks, accountsOn, approvedNetworks, isApproved } from './readSession.ts'
import { sessionCapabilities } from './sessionCapabilities.ts'
import { toRequestError } from './sessionErrors.ts'
import type { Transport } from './transport.ts'

/** How long a person may take, s. It is the lifetime that the specification gives requests. */
const EXPIRY = 900
/** How long the relay may take to be there, and to have accepted a request; ms. */
const REACH_LIMIT = 9_000
const ACCEPT_LIMIT = 14_500

export type RequestParameters = RequestArguments & {
  session: Session
  active: ActiveNetworks
  caipNetworkId: CaipNetworkId
  signal?: AbortSignal | undefined
}
export type Surroundings = { context: ConnectorContext; client: Client; transport: Transport }

/**
 * Sends a request where it belongs: what the session says is answered here, what a node knows is read by the service,
 * and the rest goes to the wallet.
 *
 * @throws RelayUnreachableError within 15 s, MethodNotApprovedError, RequestExpiredError, RequestAbortedError, or what
 * the wallet answers with
 */
export async function sessionRequest(around: Surroundings, parameters: RequestParameters): Promise<unknown> {
  const { session, active, caipNetworkId, method, params, signal } = parameters
  const namespace = caipNetworkId.split(':')[0] as ChainNamespace
  if (namespace === 'eip155') {
    const addresses = () =>
      accountsOn(session, active).flatMap((account) =>
        account.namespace === 'eip155' ? [account.address] : [],
      )
    const id = Number(caipNetworkId.split(':')[1])
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return addresses()
    if (method === 'eth_chainId') return `0x${id.toString(16)}`
    if (method === 'net_version') return String(id)
    if (isNodeMethod(method)) {
      const { services, projectId } = around.context
      return readRpc({
        apiOrigin: services.apiOrigin,
        projectId,
        caipNetworkId,
        method,
        signal,
        ...(params ? { params } : {}),
      })
    }
  }
  if (!approvedNetworks(session, namespace).includes(caipNetworkId))
    throw new ChainNotSupportedError({ data: { rpcCode: 4901 } })
  const said = method === 'wallet_getCapabilities' ? sessionCapabilities(session, params) : undefined
  if (said) return said
  if (!isApproved(session, caipNetworkId, method))
    throw new MethodNotApprovedError({ data: { rpcCode: 4200 } })
  return askWallet(around, session.topic, caipNetworkId, params ? { method, params } : { method }, signal)
}

/** Asks the wallet, once the relay is there: a request that waits in the client would reach the wallet long after. */
export async function askWallet(
  { client, transport }: Surroundings,
  topic: string,
  chainId: string,
  args: RequestArguments,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const until = Date.now() + ACCEPT_LIMIT
  await transport.ensure(REACH_LIMIT, signal)
  const request = { method: args.method, params: args.params ?? [] }
  const accepted = acceptance(client, request, until - Date.now())
  try {
    const asking = client.request({ topic, chainId, request, expiry: EXPIRY })
    return await waitFor(() => Promise.race([asking, accepted.refused]), { signals: [signal] })
  } catch (error) {
    throw toRequestError(error)
  } finally {
    accepted.stop()
  }
}

/** Rejects when the relay has not accepted a request in time; never resolves. */
function acceptance(
  client: Client,
  request: object,
  limit: number,
): { refused: Promise<never>; stop(): void } {
  let stop = (): void => undefined
  const refused = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new RelayUnreachableError()), limit)
    const onSent = (event: { request: object }) => {
      if (event.request === request) stop()
    }
    stop = () => {
      clearTimeout(timer)
      client.off('session_request_sent', onSent)
    }
    client.on('session_request_sent', onSent)
  })
  return { refused, stop: () => stop() }
}
