import {
  type IdentityProvider,
  IdentityTakenError,
  SocialGoneError,
  SocialMismatchError,
} from '@latchkey/protocol/http'
import { encodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'
import type { FakeFamily } from './FakeFamily.ts'
import type { FakeAccounts } from './fakeAccounts.ts'
import { refuse } from './fakeProofs.ts'

type Flow = {
  provider: IdentityProvider
  purpose: 'login' | 'link'
  hostOrigin: string
  jkt: string
  expiresAt: number
  /** What the person did at the network. */
  subject: string | null
  /** In redirect mode nothing comes back but the id, once the person has agreed. */
  result: string | undefined
  used: boolean
}
export type FlowStart = {
  mode?: 'popup' | 'redirect'
  provider: IdentityProvider
  purpose: 'login' | 'link'
  hostOrigin: string
}

/** Social logins of the fake service; the test plays the person at the network. */
export function createFakeSocial(accounts: FakeAccounts, now: () => number, walletOrigin: string) {
  const flows = new Map<string, Flow>()
  const last = () => [...flows.keys()].at(-1) ?? ''
  const flowOf = (flowId: string, jkt: string): Flow => {
    const flow = flows.get(flowId)
    if (!flow || flow.jkt !== jkt) return refuse(SocialMismatchError)
    if (flow.used || now() >= flow.expiresAt) return refuse(SocialGoneError)
    return flow
  }
  const signIn = ({ provider, subject, jkt, hostOrigin }: Flow) => {
    const user = accounts.userOf(`${provider}:${subject}`, null)
    user.userName = subject
    return accounts.signIn(user, provider, jkt, hostOrigin)
  }
  return {
    flows,
    start({ mode, provider, purpose, hostOrigin }: FlowStart, jkt: string) {
      const flowId = randomId()
      const expiresAt = now() + 600_000
      const random = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)))
      const result = mode === 'redirect' ? undefined : random
      flows.set(flowId, { provider, purpose, hostOrigin, jkt, expiresAt, subject: null, result, used: false })
      return { flowId, expiresAt }
    },
    /** The person signs in at the network. @returns the address that our callback page hands to the host */
    consent(subject: string, flowId = last()): string {
      const flow = flows.get(flowId)
      if (flow) flow.subject = subject
      const result = flow?.result === undefined ? '' : `&result=${flow.result}`
      return `${walletOrigin}/social/done?flow=${flowId}${result}`
    },
    finish(flowId: string, result: string | undefined, jkt: string) {
      const flow = flowOf(flowId, jkt)
      if (flow.result !== result || flow.subject === null) return refuse(SocialMismatchError)
      flow.used = true
      return signIn(flow)
    },
    link({ user, jkt }: FakeFamily, flowId: string, result: string | undefined) {
      const flow = flowOf(flowId, jkt)
      if (flow.result !== result || flow.subject === null) return refuse(SocialMismatchError)
      const key = `${flow.provider}:${flow.subject}`
      if (accounts.users.has(key)) return refuse(IdentityTakenError)
      flow.used = true
      accounts.users.set(key, user)
      return {}
    },
    poll(flowId: string, jkt: string) {
      const flow = flowOf(flowId, jkt)
      if (flow.subject === null) return { status: 'pending' as const }
      flow.used = true
      return { status: 'done' as const, ...signIn(flow) }
    },
  }
}

export type FakeSocial = ReturnType<typeof createFakeSocial>
