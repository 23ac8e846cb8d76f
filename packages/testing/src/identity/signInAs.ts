import { type HttpReply, httpRequest } from '../node/httpRequest.ts'
import type { TestPersonId } from './testPeople.ts'

/** The request that a browser would now send to the client's redirect URI. */
export type AuthorizationAnswer =
  | { method: 'GET'; url: string; parameters: URLSearchParams }
  | { method: 'POST'; url: string; parameters: URLSearchParams; body: string }

const MOST_STEPS = 6

const unescapeAttribute = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

function readForm(html: string): AuthorizationAnswer | undefined {
  const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1]
  if (!action) return undefined
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const parameters = new URLSearchParams(
    inputs.map(([, name = '', value = '']): [string, string] => [name, unescapeAttribute(value)]),
  )
  return { method: 'POST', url: unescapeAttribute(action), parameters, body: parameters.toString() }
}

function keepCookies(jar: Map<string, string>, { headers }: HttpReply): void {
  for (const line of [headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    jar.set(name, value)
  }
}

/**
 * Walks through the local identity provider as a browser would, without one.
 *
 * @param authorizationUrl what the client would open
 * @param person who continues, or `cancel`
 * @throws Error with the page's text when the provider refuses the request itself
 * @example
 * const { parameters } = await signInAs(uri, 'ada')
 * parameters.get('code')
 */
export async function signInAs(
  authorizationUrl: string,
  person: TestPersonId | 'cancel',
): Promise<AuthorizationAnswer> {
  const { origin } = new URL(authorizationUrl)
  const jar = new Map<string, string>()
  const ask = async (url: string, form?: string) => {
    const reply = await httpRequest(url, {
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    keepCookies(jar, reply)
    return reply
  }
  let url = authorizationUrl
  let form: string | undefined
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const reply = await ask(url, form)
    form = undefined
    const location = reply.headers.location
    if (typeof location === 'string') {
      const next = new URL(location, url)
      if (next.origin !== origin) return { method: 'GET', url: next.href, parameters: next.searchParams }
      url = next.href
    } else if (reply.status === 200 && reply.body.includes('name="person"')) {
      form = new URLSearchParams({ person: person === 'cancel' ? '' : person }).toString()
    } else {
      const answer = readForm(reply.body)
      if (answer) return answer
      throw new Error(
        `The identity provider answers ${reply.status}: ${reply.body.replace(/<[^>]*>/g, ' ').trim()}`,
      )
    }
  }
  throw new Error('The identity provider goes round in circles.')
}
