/** The wallet's own process. Its parent speaks to it over the channel that `fork` opens; without it, it ends. */
import { privateKeyToAccount } from 'viem/accounts'
import { createQuietClient } from './quietClient.mjs'
import { createWalletSession } from './walletSession.mjs'

const send = (message) => process.connected && process.send?.(message)
const report = (event, data) => send({ event, data })

/** Set once by `start`. */
let running

async function start({ module, relayUrl, projectId, metadata, privateKeys, chains, rpcUrls, switches }) {
  const made = await createQuietClient({ module, relayUrl, projectId, metadata })
  const wallet = { accounts: privateKeys.map(privateKeyToAccount), chains, rpcUrls, switches }
  running = { ...made, wallet, session: createWalletSession(made, wallet, report) }
  return { version: made.version, addresses: wallet.accounts.map(({ address }) => address) }
}

const describe = ({ topic, namespaces, expiry, peer }) => ({
  topic,
  namespaces,
  expiry,
  peer: peer.metadata.name,
})

/** The session of that topic, or the newest one. */
function sessionOf({ client }, topic) {
  const sessions = client.session.getAll()
  const found = topic ? sessions.find((session) => session.topic === topic) : sessions.at(-1)
  if (!found) throw new Error('The wallet has no such session.')
  return found
}

/** Changes accounts or chains of a session. Whether the dapp has them is the dapp's to say. */
async function update(wallet, { topic, accounts, chains }) {
  const session = sessionOf(wallet, topic)
  const space = session.namespaces.eip155
  const named = chains ?? space.chains ?? [...new Set(space.accounts.map((id) => id.replace(/:[^:]*$/, '')))]
  const held = accounts ?? [...new Set(space.accounts.map((id) => id.split(':').at(-1)))]
  const namespaces = {
    ...session.namespaces,
    eip155: {
      ...space,
      chains: named,
      accounts: named.flatMap((chain) => held.map((address) => `${chain}:${address}`)),
    },
  }
  await wallet.client.update({ topic: session.topic, namespaces })
}

const commands = {
  async pair(wallet, { uri }) {
    const [, pairingTopic] = /^wc:([0-9a-f]{64})@2\?/.exec(uri) ?? []
    if (!pairingTopic) throw new Error('This is not a WalletConnect URI of version 2.')
    await wallet.client.core.pairing.pair({ uri })
    return wallet.session.outcomeOf(pairingTopic)
  },
  set: async ({ wallet }, switches) => void Object.assign(wallet.switches, switches),
  sessions: async ({ client }) => client.session.getAll().map(describe),
  update,
  async emit(wallet, { topic, chainId, name, data }) {
    const session = sessionOf(wallet, topic)
    const chain = chainId ?? session.namespaces.eip155.accounts[0].replace(/:[^:]*$/, '')
    await wallet.client.emit({ topic: session.topic, event: { name, data }, chainId: chain })
  },
  extend: async (wallet, { topic }) =>
    void (await wallet.client.extend({ topic: sessionOf(wallet, topic).topic })),
  ping: (wallet, { topic }) => wallet.client.ping({ topic: sessionOf(wallet, topic).topic }),
  disconnect: (wallet, { topic }) =>
    wallet.client.disconnect({
      topic: sessionOf(wallet, topic).topic,
      reason: { code: 6000, message: 'User disconnected.' },
    }),
  // As a lost network would: no goodbye.
  cutSocket: async ({ client }) => client.core.relayer.provider.connection.socket?.terminate(),
}

process.on('message', async ({ id, command, params }) => {
  try {
    const result = command === 'start' ? await start(params) : await commands[command](running, params)
    send({ id, result: result ?? null })
  } catch (error) {
    send({ id, error: error?.message ?? String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
// The client checks what it hears by promises that it does not wait for. A phone goes on after such a rejection.
process.on('unhandledRejection', (reason) => report('unhandled_rejection', String(reason)))
