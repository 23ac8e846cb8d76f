import { socialMessage, startSocial } from '@latchkey/protocol/http'
import type { OauthProvider } from '@latchkey/protocol/socials'
import {
  type AuthorizationAnswer,
  signInAs,
  startIdentityProvider,
  type TestPersonId,
} from '@latchkey/testing/node'
import { type SocialProviders, socialProvidersSchema } from '../config/ServiceConfig.ts'
import { createDevice, type Device } from './createDevice.ts'
import { createTestService, HOST, type TestServiceOptions, WALLET } from './createTestService.ts'

/** A page's `data-…` attribute, as a browser reads it. */
export function dataOf(html: string, name: string): string | undefined {
  const value = new RegExp(`<html[^>]* data-${name}="([^"]*)"`).exec(html)?.[1]
  return value
    ?.replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

export type Finished = {
  status: number
  html: string
  /** Where the message that it is over goes. The result goes to the wallet's own frame alone. */
  target: string | undefined
  flowId: string
  result: string | null
  error: number | null
}

/** Reads the page that ends a popup. */
export async function readEnd(answer: Response): Promise<Finished> {
  const html = await answer.text()
  const text = dataOf(html, 'message')
  const parameters = text
    ? new URL(socialMessage().parse(JSON.parse(text)).resultUri).searchParams
    : new URLSearchParams()
  const error = parameters.get('error')
  return {
    status: answer.status,
    html,
    target: dataOf(html, 'target'),
    flowId: parameters.get('flow') ?? '',
    result: dataOf(html, 'result') ?? null,
    error: error === null ? null : Number(error),
  }
}

/** A service with a clock of its own over given networks. */
export async function createSocialService(socials: SocialProviders, options: TestServiceOptions = {}) {
  let offset = 0
  const service = await createTestService({
    ...options,
    config: { socials, now: () => Date.now() + offset, ...options.config },
  })
  /** Begins a login as the keys app of a device does. */
  const start = (device: Device, provider: OauthProvider, changes: Record<string, unknown> = {}) =>
    device.must(startSocial, { body: startBody(provider, changes) })
  return {
    service,
    start,
    advance: (ms: number) => {
      offset += ms
    },
    device: (address?: string) => createDevice(service, address),
    /** The browser follows the network's answer to us. */
    callback: (
      answer: AuthorizationAnswer,
      headers: Record<string, string> = {},
      remoteAddress = '203.0.113.7',
    ) =>
      service.app.request(
        answer.url,
        {
          method: answer.method,
          headers: {
            ...headers,
            ...(answer.method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          },
          ...(answer.method === 'POST' ? { body: answer.body } : {}),
        },
        { incoming: { socket: { remoteAddress } } },
      ),
    /** The visitor agrees on the page that ends a sign-in in redirect mode. */
    confirm: (html: string) =>
      service.app.request(`${WALLET}/social/confirm`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(
          [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
            ([, name = '', value = '']) => [name, value],
          ),
        ).toString(),
      }),
  }
}

export const startBody = (provider: OauthProvider, changes: Record<string, unknown> = {}) => ({
  projectId: 'demo',
  hostOrigin: HOST,
  purpose: 'login',
  provider,
  mode: 'popup',
  ...changes,
})

/** A service over the local networks, with real sign-ins. */
export async function createStage(options: TestServiceOptions = {}) {
  const identity = await startIdentityProvider({ walletOrigin: WALLET })
  const social = await createSocialService(socialProvidersSchema.parse(identity.providers), options)
  /** The whole way of a popup, up to the page that ends it. */
  async function visit(
    device: Device,
    provider: OauthProvider,
    person: TestPersonId | 'cancel',
    changes: Record<string, unknown> = {},
  ): Promise<Finished> {
    const { uri } = await social.start(device, provider, changes)
    return readEnd(await social.callback(await signInAs(uri, person)))
  }
  return {
    ...social,
    identity,
    visit,
    stop: async () => {
      await social.service.stop()
      await identity.stop()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof createStage>>
