import { type Account, type AccountState, type Config, writeSmartAccountNetworks } from '@latchkey/core'
import { failing, never, pretendEmail, SAMPLE_ADDRESS } from '../pretend/pretendConnectors.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenElementExists } from '../pretend/whenElementExists.ts'

/** Anvil's second account stands for the contract. */
export const SMART_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const accounts: readonly Account[] = [
  { namespace: 'eip155', address: SMART_ADDRESS, type: 'smartAccount' },
  { namespace: 'eip155', address: SAMPLE_ADDRESS, type: 'eoa' },
]
const below = [{ name: 'Account' }, { name: 'AccountSettings' }]
const answering = pretendEmail({
  identity: {},
  setPreferredAccountType: async (type) => ({
    type,
    address: type === 'eoa' ? SAMPLE_ADDRESS : SMART_ADDRESS,
  }),
})

/** Whoever is signed in has a smart account on the first and the third network of the page. */
export function withSmartAccount(config: Config, known: Partial<AccountState> = {}): void {
  writeSmartAccountNetworks(config.storage, [1, 84532])
  const { activeId } = config.networks.getState()
  signedIn(config, {
    allAccounts: accounts,
    address: SMART_ADDRESS,
    caipAddress: `${activeId}:${SMART_ADDRESS}`,
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
    ...known,
  })
}

const plain: Partial<AccountState> = {
  address: SAMPLE_ADDRESS,
  caipAddress: `eip155:1:${SAMPLE_ADDRESS}`,
  preferredAccountType: 'eoa',
}
const choosing = (answer: () => Promise<never>): ViewState => ({
  below,
  connectors: [pretendEmail({ identity: {}, setPreferredAccountType: answer })],
  prepare: withSmartAccount,
  play: (root) => whenElementExists(root, '.lk-kind:nth-child(2)', (row) => row.click()),
})

export const smartWallet: ViewState = { connectors: [answering], prepare: withSmartAccount }

export const accountTypeStates: ViewStates = {
  default: { ...smartWallet, below },
  deployed: {
    ...smartWallet,
    below,
    prepare: (config) => withSmartAccount(config, { smartAccountDeployed: true }),
  },
  plain: { ...smartWallet, below, prepare: (config) => withSmartAccount(config, plain) },
  otherNetwork: {
    ...smartWallet,
    below,
    prepare: (config) => {
      config.networks.setState({ activeId: 'eip155:8453' })
      const [, eoa] = accounts
      withSmartAccount(config, {
        ...plain,
        caipAddress: `eip155:8453:${SAMPLE_ADDRESS}`,
        allAccounts: eoa ? [eoa] : [],
      })
    },
  },
  switching: choosing(() => never()),
  failed: choosing(() => failing(6005)),
}
