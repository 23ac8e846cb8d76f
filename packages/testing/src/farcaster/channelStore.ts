import { randomBytes, randomUUID } from 'node:crypto'

/** What the client asked for; the person's app signs it. */
export type SignatureParameters = {
  siweUri: string
  domain: string
  nonce: string
  notBefore?: string
  expirationTime?: string
  requestId?: string
}

/** What the person's app answers. */
export type ChannelAnswer = {
  message: string
  signature: string
  authMethod: string
  fid: number
  username: string
  bio: string
  displayName: string
  pfpUrl: string
}

export type Channel = {
  token: string
  url: string
  parameters: SignatureParameters
  acceptAuthAddress: boolean
  metadata: { ip: string; userAgent: string }
  answer?: ChannelAnswer
}

export type ChannelStore = {
  open: (channel: Omit<Channel, 'token' | 'url' | 'parameters'>, parameters: NewParameters) => Channel
  find: (token: string) => Channel | undefined
  close: (token: string) => void
}

export type NewParameters = Omit<SignatureParameters, 'nonce'> & { nonce?: string }

/**
 * Keeps channels for `lifetime` milliseconds each.
 *
 * @param linkOrigin where the links of channels lead
 */
export function createChannelStore(lifetime: number, linkOrigin: () => string): ChannelStore {
  const channels = new Map<string, { channel: Channel; expiresAt: number }>()
  return {
    open(wanted, parameters) {
      const now = Date.now()
      for (const [token, { expiresAt }] of channels) if (expiresAt <= now) channels.delete(token)
      const token = randomUUID()
      const channel: Channel = {
        ...wanted,
        token,
        url: `${linkOrigin()}/~/siwf?channelToken=${token}`,
        parameters: { ...parameters, nonce: parameters.nonce ?? randomBytes(12).toString('hex') },
      }
      channels.set(token, { channel, expiresAt: now + lifetime })
      return channel
    },
    find(token) {
      const found = channels.get(token)
      return found && found.expiresAt > Date.now() ? found.channel : undefined
    },
    close: (token) => void channels.delete(token),
  }
}
