import { setTimeout as delay } from 'node:timers/promises'
import { answerRequest, Refusal } from './answerRequest.mjs'
import { approvedNamespaces, METHODS } from './approvedNamespaces.mjs'

const REJECTED = { code: 5000, message: 'User rejected.' }
const UNSUPPORTED = { code: 5100, message: 'Unsupported chains.' }

/** Resolves with the next value of a key, whether it came before or comes later. */
function createMailboxOf() {
  const values = new Map()
  const waiting = new Map()
  return {
    put(key, value) {
      const resolve = waiting.get(key)
      waiting.delete(key)
      if (resolve) resolve(value)
      else values.set(key, value)
    },
    take(key) {
      if (!values.has(key)) return new Promise((resolve) => waiting.set(key, resolve))
      const value = values.get(key)
      values.delete(key)
      return value
    },
  }
}

/**
 * What the wallet does by itself: answers proposals, sessions with a sign-in, and requests, as its switches say.
 *
 * @param {{ client: object, utils: object }} made
 * @param {{ accounts: object[], chains: string[], rpcUrls: object, switches: object }} wallet read anew each time
 * @param {(event: string, data: object) => void} report
 */
export function createWalletSession({ client, utils }, wallet, report) {
  const outcomes = createMailboxOf()
  const addresses = () => wallet.accounts.map(({ address }) => address)
  const settle = (pairingTopic, outcome) => outcomes.put(pairingTopic, outcome)
  const attempt = (pairingTopic, action) =>
    action().then(
      (outcome) => settle(pairingTopic, outcome),
      (error) => settle(pairingTopic, { outcome: 'failed', reason: error?.message ?? String(error) }),
    )

  async function answerProposal(id, proposal) {
    const { proposals } = wallet.switches
    if (proposals === 'ignore') return { outcome: 'ignored' }
    const namespaces = approvedNamespaces(proposal, { chains: wallet.chains, addresses: addresses() })
    if (proposals === 'reject' || !namespaces) {
      await client.reject({ id, reason: namespaces ? REJECTED : UNSUPPORTED })
      return { outcome: 'rejected' }
    }
    const { topic } = await client.approve({ id, namespaces })
    // The promise that approve gives never settles when the dapp answers before it is asked for.
    while (!client.session.get(topic).acknowledged) await delay(20)
    return { outcome: 'approved', topic }
  }

  async function answerAuthentication(id, { authPayload }) {
    const { authentication } = wallet.switches
    if (authentication === 'ignore') return { outcome: 'ignored' }
    if (authentication === 'reject') {
      await client.rejectSessionAuthenticate({ id, reason: REJECTED })
      return { outcome: 'rejected' }
    }
    const payload = utils.populateAuthPayload({ authPayload, chains: wallet.chains, methods: METHODS })
    const [account] = wallet.accounts
    const issuer = `did:pkh:${payload.chains[0]}:${account.address}`
    const message = client.formatAuthMessage({ request: payload, iss: issuer })
    const signature = { t: 'eip191', s: await account.signMessage({ message }) }
    const auths = [utils.buildAuthObject(payload, signature, issuer)]
    const { session } = await client.approveSessionAuthenticate({ id, auths })
    return { outcome: 'approved', topic: session?.topic }
  }

  async function answerSessionRequest({ id, topic, params: { request, chainId } }) {
    const { requests } = wallet.switches
    if (requests === 'ignore') return
    const respond = (response) => client.respond({ topic, response: { id, jsonrpc: '2.0', ...response } })
    try {
      if (requests === 'reject') throw new Refusal(5000, 'User rejected.')
      await respond({ result: await answerRequest(wallet, { ...request, chainId }) })
    } catch (error) {
      const code = error instanceof Refusal ? error.code : -32603
      await respond({ error: { code, message: error?.message ?? String(error) } }).catch(() => undefined)
    }
  }

  client.on('session_proposal', ({ id, params }) => {
    report('session_proposal', { id, pairingTopic: params.pairingTopic, name: params.proposer.metadata.name })
    void attempt(params.pairingTopic, () => answerProposal(id, params))
  })
  // A client without this listener tells dapps that it cannot do it, and they propose a plain session.
  if (wallet.switches.authentication !== 'unsupported')
    client.on('session_authenticate', ({ id, topic, params }) => {
      report('session_authenticate', { id, pairingTopic: topic })
      void attempt(topic, () => answerAuthentication(id, params))
    })
  client.on('session_request', (event) => {
    const { request, chainId } = event.params
    report('session_request', { id: event.id, topic: event.topic, method: request.method, chainId })
    void answerSessionRequest(event)
  })
  for (const name of ['session_delete', 'session_expire', 'session_ping', 'session_update', 'session_extend'])
    client.on(name, ({ topic }) => report(name, { topic }))
  return { outcomeOf: (pairingTopic) => outcomes.take(pairingTopic) }
}
