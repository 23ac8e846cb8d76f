import type { Middleware } from 'koa'
import type { Provider } from 'oidc-provider'
import { personBySubject } from './createNetworkProvider.ts'
import type { SocialNetwork } from './SocialNetwork.ts'

type Context = Parameters<Middleware>[0]

const isForm = (scope: unknown, network: SocialNetwork) =>
  `${scope ?? ''}`.split(' ').some((name) => network.formPostScopes?.includes(name))

/** Takes `iss` (RFC 9207) out of an answer to the client. */
function withoutIssuer(ctx: Context): void {
  const location = ctx.response.get('location')
  if (URL.canParse(location)) {
    const url = new URL(location)
    url.searchParams.delete('iss')
    ctx.set('location', url.href)
  }
  if (typeof ctx.body === 'string')
    ctx.body = ctx.body.replace(/<input type="hidden" name="iss" value="[^"]*"\/>\n?/, '')
}

const escapeAttribute = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** Apple posts `user` with the name once, at the first authorization, and never again. */
function createFirstTimeUser(network: SocialNetwork) {
  const known = new Set<string>()
  return (ctx: Context, subject: string | undefined) => {
    const person = subject === undefined ? undefined : personBySubject(network, subject)
    if (!person || typeof ctx.body !== 'string' || !ctx.body.includes('name="code"')) return
    if (known.has(person.id)) return
    known.add(person.id)
    const [firstName = '', lastName = ''] = person.name.split(' ')
    const user = { name: { firstName, lastName }, email: network.claimsOf(person).email }
    const input = `<input type="hidden" name="user" value="${escapeAttribute(JSON.stringify(user))}"/>`
    ctx.body = ctx.body.replace('</form>', `${input}\n</form>`)
  }
}

/** GitHub answers its token endpoint with 200 whatever happened, as a form unless JSON is asked for. */
function loosen(ctx: Context): void {
  ctx.status = 200
  const body: unknown = ctx.body
  if (typeof body !== 'object' || body === null) return
  const answer: Record<string, unknown> = { ...body }
  if ('scope' in answer) answer.scope = `${answer.scope}`.replaceAll(' ', ',')
  if ('token_type' in answer) answer.token_type = 'bearer'
  delete answer.expires_in
  if (/json/.test(ctx.get('accept'))) ctx.body = answer
  else {
    ctx.type = 'application/x-www-form-urlencoded'
    ctx.body = new URLSearchParams(
      Object.entries(answer).map(([name, value]): [string, string] => [name, `${value}`]),
    ).toString()
  }
}

/** The token endpoint in front of the provider's own. */
async function token(ctx: Context, next: () => Promise<unknown>, network: SocialNetwork): Promise<void> {
  if (network.basicAuthOnly && !/^basic /i.test(ctx.get('authorization'))) {
    ctx.status = 401
    ctx.body = { error: 'unauthorized_client', error_description: 'Missing valid authorization header' }
    return
  }
  await next()
  if (network.looseTokenEndpoint) loosen(ctx)
}

/** Adds to a provider what makes the network different from a plain one. */
export function addQuirks(provider: Provider, network: SocialNetwork): void {
  const addUser = createFirstTimeUser(network)
  provider.use(async (ctx, next) => {
    if (ctx.path === '/token') return token(ctx, next, network)
    if (ctx.path === '/auth' && isForm(ctx.query.scope, network) && ctx.query.response_mode !== 'form_post') {
      ctx.status = 400
      ctx.body = 'response_mode must be form_post when name or email scope is requested.'
      return
    }
    await next()
    if (ctx.path.startsWith('/auth')) {
      if (!network.sendsIssuer) withoutIssuer(ctx)
      if (network.formPostScopes) addUser(ctx, ctx.oidc?.session?.accountId)
    }
    if (ctx.path === '/.well-known/openid-configuration') {
      if (!network.openId) ctx.status = 404
      else if (!network.sendsIssuer && typeof ctx.body === 'object' && ctx.body !== null)
        Reflect.deleteProperty(ctx.body, 'authorization_response_iss_parameter_supported')
    }
  })
}
