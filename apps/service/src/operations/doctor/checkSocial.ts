import * as oauth from 'openid-client'
import * as z from 'zod'
import { isLoopbackName } from '../../config/originPattern.ts'
import { createSocialClients, type SocialClient } from '../../identity/social/createSocialClients.ts'
import {
  askRpc,
  type Diagnosis,
  type Finding,
  fail,
  ok,
  type Reply,
  readJson,
  reasonOf,
  warn,
} from './Diagnosis.ts'

/** IdRegistry of Farcaster on OP Mainnet. */
const ID_REGISTRY = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const OPTIMISM = 10

async function checkRelayOf(diagnosis: Diagnosis, relayUrl: string): Promise<Finding> {
  const check = 'farcaster.relay'
  const fix = 'Correct FARCASTER_RELAY_URL.'
  try {
    // A channel without its token: a relay refuses it.
    const { status } = await diagnosis.ask(`${relayUrl}/v1/channel/status`)
    if (status === 401 || status === 403 || status === 400) return ok(check, 'The Farcaster relay answers.')
    return fail(check, `FARCASTER_RELAY_URL: what answers is no relay (${status}).`, fix)
  } catch (error) {
    return fail(check, `FARCASTER_RELAY_URL: the relay does not answer (${reasonOf(error)}).`, fix)
  }
}

async function checkOptimism(diagnosis: Diagnosis, rpcUrl: string): Promise<Finding> {
  const check = 'farcaster.optimism'
  const fix = 'Set OPTIMISM_RPC_URL to a node of OP Mainnet (chain 10).'
  try {
    const id = Number(await askRpc(diagnosis, rpcUrl, 'eth_chainId'))
    if (id !== OPTIMISM) return fail(check, `OPTIMISM_RPC_URL: a node of chain ${id}, not 10.`, fix)
    const code = await askRpc(diagnosis, rpcUrl, 'eth_getCode', [ID_REGISTRY, 'latest'])
    if (code.length <= 2)
      return fail(check, 'OPTIMISM_RPC_URL: the node has no IdRegistry of Farcaster.', fix)
    return ok(check, 'The node of OP Mainnet answers.')
  } catch (error) {
    return fail(check, `OPTIMISM_RPC_URL: the node does not answer (${reasonOf(error)}).`, fix)
  }
}

/** Whether Farcaster sign-ins can be passed on and checked; nothing when they are not offered. */
export async function checkFarcaster(diagnosis: Diagnosis): Promise<Finding[]> {
  const { farcaster } = diagnosis.config
  if (!farcaster) return []
  return Promise.all([
    checkRelayOf(diagnosis, farcaster.relayUrl),
    checkOptimism(diagnosis, farcaster.optimismRpcUrl),
  ])
}

const TIMEOUT = 8_000
/** A code that nobody was given. */
const NO_CODE = 'latchkey-doctor'
const VERIFIER = 'latchkey-doctor-verifier-of-forty-three-characters'

const errorBody = z.object({
  body: z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) }),
})
const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
})

/** What the token endpoint says to a code that nobody was given: to a known client, that the code is wrong. */
async function askToken({ configuration, redirectUri }: SocialClient): Promise<string> {
  try {
    await oauth.genericGrantRequest(configuration, 'authorization_code', {
      code: NO_CODE,
      redirect_uri: redirectUri,
      code_verifier: VERIFIER,
    })
    return 'none'
  } catch (error) {
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      if ('error' in cause && typeof cause.error === 'string') return cause.error
      if (cause.cause instanceof Response) return `status ${cause.cause.status}`
      // An error in an answer of status 200.
      const { data } = errorBody.safeParse(cause.cause)
      if (data) return typeof data.body.error === 'string' ? data.body.error : data.body.error.message
    }
    throw error
  }
}

async function checkCredentials(client: SocialClient): Promise<Finding> {
  const { id, title } = client.network
  const check = `social.${id}.credentials`
  const place = `SOCIAL_PROVIDERS.${id}`
  try {
    const answer = await askToken(client)
    if (/invalid_client|incorrect_client|unauthorized_client|status 401/.test(answer))
      return fail(check, `${title} does not know these credentials (${answer}).`, `Correct ${place}.`)
    if (/redirect/.test(answer))
      return fail(
        check,
        `${title} refuses our redirect URI.`,
        `Register ${client.redirectUri} at ${title}, letter for letter.`,
      )
    if (/grant|code/.test(answer)) return ok(check, `${title} takes the credentials.`)
    return warn(
      check,
      `${title} does not tell whether it takes the credentials (${answer.slice(0, 80)}).`,
      `Sign in once with ${title} to see it.`,
    )
  } catch (error) {
    return fail(
      check,
      `The token endpoint of ${title} does not answer (${reasonOf(error)}).`,
      `Let this machine reach ${new URL(client.network.tokenEndpoint).host}${client.settings.tokenEndpoint ? `, or correct ${place}.tokenEndpoint` : ''}.`,
    )
  }
}

/** What a refusal looks like: on its page, in its redirect, or packed into the redirect as some networks do. */
function refusalIn({ status, headers, body }: Reply, redirectUri: string): string | null {
  const location = headers.get('location') ?? ''
  // The network would send the browser back to us: the URI is known to it.
  if (location.startsWith(`${redirectUri}?`)) return null
  const target = URL.canParse(location) ? new URL(location) : null
  const packed = Buffer.from(target?.searchParams.get('authError') ?? '', 'base64').toString('latin1')
  const text = `${packed} ${target?.searchParams.get('error') ?? ''} ${status === 400 || status === 401 ? body : ''}`
  if (/redirect.?uri|invalid.redirect|redirect_uri_mismatch/i.test(text)) return 'redirect'
  if (/invalid_client|client.?id|app.?id|unauthorized_client/i.test(text)) return 'client'
  return status >= 400 ? `status ${status}` : null
}

async function checkRedirect({ ask }: Diagnosis, client: SocialClient): Promise<Finding> {
  const { network, configuration, redirectUri } = client
  const check = `social.${network.id}.redirect`
  const url = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: network.scope,
    state: 'latchkey-doctor',
    code_challenge: await oauth.calculatePKCECodeChallenge(VERIFIER),
    code_challenge_method: 'S256',
    ...(network.jwksUri ? { nonce: 'latchkey-doctor' } : {}),
    ...network.parameters,
    ...(network.isFormPost ? { response_mode: 'form_post' } : {}),
  })
  const fix = `Register ${redirectUri} at ${network.title}, letter for letter.`
  try {
    const refusal = refusalIn(await ask(url.href, { headers: { accept: 'text/html' } }), redirectUri)
    if (refusal === null) return ok(check, `${network.title} does not object to ${redirectUri}.`)
    if (refusal === 'redirect') return fail(check, `${network.title} refuses our redirect URI.`, fix)
    if (refusal === 'client')
      return fail(
        check,
        `${network.title} does not know the client.`,
        `Correct SOCIAL_PROVIDERS.${network.id}.clientId.`,
      )
    return warn(
      check,
      `${network.title} answers with ${refusal}; whether it takes our redirect URI is not seen.`,
      fix,
    )
  } catch (error) {
    return fail(
      check,
      `The sign-in page of ${network.title} does not answer (${reasonOf(error)}).`,
      `Let this machine reach ${new URL(network.authorizationEndpoint).host}.`,
    )
  }
}

/** A network on this machine has one name for browsers and another for Node. */
function isSameEndpoint(told: string, known: string): boolean {
  if (!URL.canParse(told)) return false
  const [one, other] = [new URL(told), new URL(known)]
  const isLocal = isLoopbackName(one.hostname) && isLoopbackName(other.hostname)
  return one.pathname === other.pathname && (isLocal || one.origin === other.origin)
}

/** OpenID Connect Discovery 1.0, where the network has it: our addresses must be its own. */
async function checkDiscovery({ ask }: Diagnosis, { network }: SocialClient): Promise<Finding[]> {
  if (!network.jwksUri) return []
  const check = `social.${network.id}.discovery`
  const fix = `Correct issuer and addresses in SOCIAL_PROVIDERS.${network.id}.`
  try {
    const { status, body } = await ask(`${network.issuer}/.well-known/openid-configuration`)
    const found = discoverySchema.safeParse(readJson(body))
    if (status !== 200 || !found.success)
      return [warn(check, `${network.title} has no discovery document (${status}).`, fix)]
    if (found.data.issuer !== network.issuer)
      return [fail(check, `${network.title} calls itself by another issuer.`, fix)]
    const isSame =
      isSameEndpoint(found.data.token_endpoint, network.tokenEndpoint) &&
      isSameEndpoint(found.data.jwks_uri, network.jwksUri)
    if (!isSame) return [warn(check, `${network.title} has moved its endpoints.`, fix)]
    return [ok(check, `${network.title} is where we think it is.`)]
  } catch (error) {
    return [
      fail(check, `The discovery document of ${network.title} does not answer (${reasonOf(error)}).`, fix),
    ]
  }
}

/** Whether each social network is there, knows our credentials and takes our redirect URI, as far as can be seen. */
export async function checkSocial(diagnosis: Diagnosis): Promise<Finding[]> {
  const clients = [...createSocialClients(diagnosis.config, TIMEOUT).values()]
  const findings = await Promise.all(
    clients.map(async (client) => [
      ...(await checkDiscovery(diagnosis, client)),
      await checkCredentials(client),
      await checkRedirect(diagnosis, client),
    ]),
  )
  return findings.flat()
}
