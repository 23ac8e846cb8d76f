import type { ChannelAnswer, NewParameters } from './channelStore.ts'

const MAX_TEXT = 4_096

type Fields = Record<string, unknown>

/** The reason of a 400. */
export class BadBody extends Error {}

function fields(body: string): Fields {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null) return value as Fields
  } catch {
    // Said below.
  }
  throw new BadBody('The body is not a JSON object.')
}

function text(from: Fields, name: string, pattern = /^[^\0]*$/): string {
  const value = from[name]
  if (typeof value === 'string' && value.length <= MAX_TEXT && pattern.test(value)) return value
  throw new BadBody(`${name} is missing or wrong.`)
}

const optional = <Name extends string>(from: Fields, name: Name, pattern?: RegExp) =>
  from[name] === undefined ? {} : ({ [name]: text(from, name, pattern) } as { [name in Name]: string })

/** Body of `POST /v1/channel`. */
export function readNewChannel(body: string): { parameters: NewParameters; acceptAuthAddress: boolean } {
  const from = fields(body)
  return {
    parameters: {
      siweUri: text(from, 'siweUri', /^https?:\/\//),
      domain: text(from, 'domain', /^\S+$/),
      ...optional(from, 'nonce', /^[0-9A-Za-z]{8,}$/),
      ...optional(from, 'notBefore'),
      ...optional(from, 'expirationTime'),
      ...optional(from, 'requestId'),
    },
    acceptAuthAddress: from.acceptAuthAddress === true,
  }
}

/** Body of `POST /v1/channel/authenticate`. Nothing is verified: that is the client's part. */
export function readAnswer(body: string): ChannelAnswer {
  const from = fields(body)
  if (typeof from.fid !== 'number' || !Number.isSafeInteger(from.fid)) throw new BadBody('fid is wrong.')
  return {
    message: text(from, 'message'),
    signature: text(from, 'signature', /^0x[0-9a-fA-F]*$/),
    authMethod: text({ authMethod: 'custody', ...from }, 'authMethod', /^(custody|authAddress)$/),
    fid: from.fid,
    username: text(from, 'username'),
    bio: text({ bio: '', ...from }, 'bio'),
    displayName: text(from, 'displayName'),
    pfpUrl: text({ pfpUrl: '', ...from }, 'pfpUrl'),
  }
}
