import { type ServiceSiwxOptions, serviceSiwx } from '@latchkey/siwx'
import { type Account, privateKeyToAccount } from 'viem/accounts'
import { API, HOST, type TestService } from './createTestService.ts'

export type PageOptions = {
  origin?: string
  projectId?: string
  siwx?: Partial<ServiceSiwxOptions>
  address?: string
}

/** A host page as the service sees it: its calls, and the plug-in that signs visitors in. */
export function createHostPage(service: TestService, options: PageOptions = {}) {
  const { origin = HOST, projectId = 'demo', address = '203.0.113.9' } = options
  const storage = new Map<string, string>()
  const send = (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (origin) headers.set('origin', origin)
    const sent = { ...init, headers, signal: null }
    return service.app.request(url, sent, { incoming: { socket: { remoteAddress: address } } })
  }
  /** One call; the query has the project. */
  async function call(path: string, init: RequestInit & { token?: string; json?: unknown } = {}) {
    const { token, json, ...rest } = init
    const headers = new Headers(rest.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const url = new URL(path, API)
    if (!url.searchParams.has('projectId')) url.searchParams.set('projectId', projectId)
    const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
    const answer = await send(url.href, { ...rest, ...body, headers })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined }
  }
  const siwx = serviceSiwx({
    apiOrigin: API,
    projectId,
    domain: new URL(origin || HOST).host,
    uri: origin || HOST,
    now: service.config.now,
    fetch: async (input, init) => send(String(input), init ?? {}),
    storage: {
      get: (key) => storage.get(key),
      set: (key, value) => void storage.set(key, value),
      remove: (key) => void storage.delete(key),
    },
    ...options.siwx,
  })
  /** Signs an account in, as the modal would. */
  async function signIn(account: SigningAccount, chainId: `eip155:${number}` = 'eip155:31337') {
    const created = await siwx.createMessage({ accountAddress: account.address, chainId })
    const { toString: _, ...data } = created
    const message = created.toString()
    const signature = await account.signMessage({ message })
    await siwx.addSession({ data, message, signature })
    return siwx.getToken(chainId, account.address) ?? ''
  }
  return { call, siwx, signIn, storage }
}

export type HostPage = ReturnType<typeof createHostPage>
export type SigningAccount = Pick<Account, 'address'> & {
  signMessage(text: { message: string }): Promise<`0x${string}`>
}

/** An account of its own for each number. */
export const accountNumber = (number: number) =>
  privateKeyToAccount(`0x${number.toString(16).padStart(64, '0')}`)
