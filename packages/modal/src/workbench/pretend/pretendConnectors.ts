import { type Connector, type CreateConnector, createConnector, type IdentityAbility } from '@latchkey/core'

/** Anvil's first account: anyone knows its key. */
export const SAMPLE_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** For a state that shows a wait. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined)

export const failing = (code: number, data?: Record<string, unknown>): Promise<never> =>
  Promise.reject(Object.assign(new Error(`Error ${code}`), { code, data }))

type Details = Partial<Pick<Connector, 'id' | 'rdns' | 'icon' | 'namespaces'>>
type Abilities = Partial<
  Pick<
    Connector,
    'connect' | 'switchNetwork' | 'prepare' | 'request' | 'peerRedirect' | 'setPreferredAccountType'
  >
> & {
  start?: NonNullable<Connector['email']>['start']
  promptCode?: NonNullable<Connector['email']>['promptCode']
  /** Other ways to sign in; without them it has e-mail alone. */
  identity?: Partial<IdentityAbility>
}

/** An address that nobody ever used, and one that somebody planted. */
export const UNUSED = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const PLANTED = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Of every other address the wallet says nothing, and the page looks itself. */
async function pretendFacts(params: unknown): Promise<unknown> {
  const [{ address }] = params as [{ address: string }]
  const kind = address === UNUSED ? 'unused' : address === PLANTED ? 'planted' : undefined
  return kind ? { warnings: [{ kind }] } : failing(2001)
}

/** An embedded wallet that asks nobody. */
export const pretendEmail = (abilities: Abilities & Pick<Details, 'namespaces'> = {}): CreateConnector => {
  const { start, promptCode, identity, ...rest } = abilities
  return createConnector(({ getNetwork }) => ({
    ...pretendWallet('embedded', 'E-mail', 'AUTH'),
    connect: async () => ({
      accounts: [{ namespace: 'eip155', address: SAMPLE_ADDRESS, type: 'eoa' }],
      caipNetworkId: getNetwork().caipNetworkId,
      user: { email: 'a•••@example.com' },
    }),
    switchNetwork: async () => undefined,
    approvesInFrame: true,
    request: ({ method, params }) =>
      method === 'latchkey_getRecipientFacts' ? pretendFacts(params) : never(),
    ...rest,
    ...(identity ? { identity: async () => ({ ...silentIdentity, ...identity }) } : {}),
    email: {
      start: start ?? (async () => ({ action: 'VERIFY_OTP', emailHint: 'a•••@example.com' })),
      promptCode: promptCode ?? (() => never()),
    },
  }))
}

/** Ways to sign in that wait for ever. */
const silentIdentity: IdentityAbility = {
  socialUri: () => never(),
  connectSocial: () => never(),
  farcasterUrl: () => never(),
  promptFarcaster: () => never(),
  connectPasskey: () => never(),
  promptRecovery: () => never(),
  checkDevice: () => never(),
  updateEmail: () => never(),
  promptUpdateEmail: () => never(),
  reload: async () => undefined,
}

/** A wallet that never answers unless told to. */
export const pretendExtension = (
  name: string,
  type: Connector['type'],
  abilities: Omit<Abilities, 'identity'> & Details = {},
): CreateConnector =>
  createConnector(() => ({ ...pretendWallet(name.toLowerCase(), name, type), ...abilities }))

function pretendWallet(id: string, name: string, type: Connector['type']): Connector {
  return {
    id,
    name,
    type,
    namespaces: ['eip155'],
    connect: () => never(),
    reconnect: async () => undefined,
    disconnect: async () => undefined,
    request: () => never(),
  }
}
