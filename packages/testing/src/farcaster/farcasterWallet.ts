import type { LocalAccount } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import type { TestPersonId } from '../identity/testPeople.ts'
import { httpRequest } from '../node/httpRequest.ts'
import type { SignatureParameters } from './channelStore.ts'
import { farcasterPerson } from './farcasterPerson.ts'

/** What the app signs or says otherwise than it should; for tests of the verifier. */
export type FarcasterChanges = {
  domain?: string
  uri?: string
  nonce?: string
  chainId?: number
  statement?: string
  /** The fid in the message's resource. */
  fid?: bigint
  /** The fid that the relay is told. */
  claimedFid?: bigint
  issuedAt?: Date
  expirationTime?: Date
  /** The address that the message names. */
  address?: `0x${string}`
  /** Who signs. */
  signer?: LocalAccount
  authMethod?: 'custody' | 'authAddress'
}

export type FarcasterWallet = {
  /** Answers the channel of a link or QR code. Throws when the relay refuses. */
  approve: (uri: string, changes?: FarcasterChanges) => Promise<{ message: string; signature: string }>
}

async function ask(relayUrl: string, path: string, token: string, body?: object): Promise<unknown> {
  const reply = await httpRequest(relayUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (reply.status >= 300) throw new Error(`The Farcaster relay answers ${reply.status}: ${reply.body}`)
  return JSON.parse(reply.body)
}

function createMessage(
  asked: SignatureParameters,
  fid: bigint,
  address: `0x${string}`,
  changes: FarcasterChanges,
) {
  const { notBefore, requestId } = asked
  const expirationTime =
    changes.expirationTime ?? (asked.expirationTime ? new Date(asked.expirationTime) : undefined)
  return createSiweMessage({
    domain: changes.domain ?? asked.domain,
    address: changes.address ?? address,
    statement: changes.statement ?? 'Farcaster Auth',
    uri: changes.uri ?? asked.siweUri,
    version: '1',
    chainId: changes.chainId ?? 10,
    nonce: changes.nonce ?? asked.nonce,
    issuedAt: changes.issuedAt ?? new Date(),
    resources: [`farcaster://fid/${changes.fid ?? fid}`],
    ...(expirationTime ? { expirationTime } : {}),
    ...(notBefore ? { notBefore: new Date(notBefore) } : {}),
    ...(requestId ? { requestId } : {}),
  })
}

/**
 * Stands for a person's Farcaster app: reads what a channel asks, signs the message (ERC-4361) with the person's
 * custody key or auth key, and answers the channel.
 *
 * @param person whose app it is
 * @param key which key signs. Default: custody
 * @example
 * const app = farcasterWallet({ relayUrl: relay.url, person: 'ada' })
 * await app.approve('https://farcaster.xyz/~/siwf?channelToken=…')
 */
export function farcasterWallet({
  relayUrl,
  person,
  key = 'custody',
}: {
  relayUrl: string
  person: TestPersonId
  key?: 'custody' | 'authAddress'
}): FarcasterWallet {
  const { fid, username, displayName, custody, auth } = farcasterPerson(person)
  const account = key === 'custody' ? custody : auth
  return {
    async approve(uri, changes = {}) {
      const token = new URL(uri).searchParams.get('channelToken')
      if (!token) throw new Error(`There is no channel in ${uri}`)
      const status = await ask(relayUrl, '/v1/channel/status', token)
      const { signatureParams } = status as { signatureParams: SignatureParameters }
      const message = createMessage(signatureParams, fid, account.address, changes)
      const signature = await (changes.signer ?? account).signMessage({ message })
      await ask(relayUrl, '/v1/channel/authenticate', token, {
        message,
        signature,
        authMethod: changes.authMethod ?? key,
        fid: Number(changes.claimedFid ?? changes.fid ?? fid),
        username,
        displayName,
        bio: '',
        pfpUrl: '',
      })
      return { message, signature }
    },
  }
}
