import { withDeadline } from '@latchkey/std/deadline'
import type { Client } from 'viem'
import * as z from 'zod'
import { caip2Of } from '../../../config/namespaces.ts'
import { isLoopbackName } from '../../../config/originPattern.ts'
import type { ServiceConfig } from '../../../config/ServiceConfig.ts'
import { boundedFetch, UnreadableAnswerError } from '../../../upstreams/boundedFetch.ts'
import { createChainClients } from '../../../upstreams/rpc/chainClients.ts'

/** A link that a phone's camera or browser opens. */
const deepLink = z
  .string()
  .max(4_096)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return (
      url?.protocol === 'https:' ||
      url?.protocol === 'farcaster:' ||
      (url?.protocol === 'http:' && isLoopbackName(url.hostname))
    )
  })
const channel = z.object({
  channelToken: z.string().min(8).max(512),
  url: deepLink,
  nonce: z.string(),
})
const pending = z.object({ state: z.literal('pending') })
const completed = z.object({
  state: z.literal('completed'),
  message: z.string().max(8_192),
  signature: z.string().max(32_768),
  /** Its own word, which it may not even have: shown, never trusted. */
  username: z.string().max(256).nullish(),
})
const status = z.discriminatedUnion('state', [pending, completed])

/** A read is one of many, ms. */
const READ_TIMEOUT = 4_000

export type RelayChannel = z.output<typeof channel>
export type RelayAnswer = z.output<typeof completed>

export type ChannelRequest = {
  siweUri: string
  domain: string
  nonce: string
  /** RFC 3339 */
  expirationTime: string
}

/** A Farcaster relay (FIP-11). It carries messages; what they say is proven elsewhere. */
type RelayClient = {
  open(request: ChannelRequest): Promise<RelayChannel>
  /** `pending`, the answer, or `gone` when there is no such channel any more. */
  read(channelToken: string): Promise<'pending' | 'gone' | RelayAnswer>
}

/**
 * @param url of the relay, without a slash at the end
 * @param timeout of one request, ms
 */
function createRelayClient(url: string, timeout: number): RelayClient {
  const ask = (path: string, init: RequestInit, patience: number) =>
    withDeadline({ ms: patience }, (signal) => boundedFetch(`${url}/v1${path}`, { ...init, signal }))
  return {
    async open(request) {
      const headers = { 'content-type': 'application/json' }
      // Keys that the person has registered for signing in are as good as the one that owns the id.
      const body = JSON.stringify({ ...request, acceptAuthAddress: true })
      const answer = await ask('/channel', { method: 'POST', headers, body }, timeout)
      if (answer.status !== 201) throw new UnreadableAnswerError(`The relay answers ${answer.status}.`)
      const opened = channel.parse(await answer.json())
      if (opened.nonce !== request.nonce) throw new UnreadableAnswerError('The relay has changed the nonce.')
      return opened
    },
    async read(channelToken) {
      const headers = { authorization: `Bearer ${channelToken}` }
      const answer = await ask('/channel/status', { headers }, Math.min(timeout, READ_TIMEOUT))
      if (answer.status === 401 || answer.status === 404) return 'gone'
      if (answer.status !== 200 && answer.status !== 202)
        throw new UnreadableAnswerError(`The relay answers ${answer.status}.`)
      const read = status.parse(await answer.json())
      return read.state === 'pending' ? 'pending' : read
    },
  }
}

/** What a sign-in with Farcaster goes through (FIP-11). */
export type Farcaster = {
  relay: RelayClient
  /** Reads OP Mainnet, where Farcaster ids are registered. */
  client: Client
}

/** OP Mainnet (CAIP-2). */
export const OPTIMISM = caip2Of({ id: 10 })

/** Null where the operator has not set it up. Nothing is asked yet. */
export function createFarcaster({ farcaster }: ServiceConfig, timeout: number): Farcaster | null {
  if (!farcaster) return null
  const chain = {
    id: 10,
    name: 'OP Mainnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [farcaster.optimismRpcUrl],
    testnet: false,
  }
  const client = createChainClients({ chains: new Map([[OPTIMISM, chain]]) })(OPTIMISM)
  if (!client) throw new Error('The network has no client.')
  return { relay: createRelayClient(farcaster.relayUrl, timeout), client }
}
