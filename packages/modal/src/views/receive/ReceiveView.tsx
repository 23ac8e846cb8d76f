import { activeNamespace, type Config, type Network } from '@latchkey/core'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import { Address, Avatar, Chip, CopyButton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import connecting from '../../parts/connecting.css?inline'
import { NetworkIcon } from '../../parts/pictures/NetworkIcon.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { useAccountPurpose } from '../../parts/useAccountTypes.ts'
import css from './receive.css?inline'

/** Networks that are named; of the others it is said how many. */
const MOST_NAMED = 4

/** One's own address, to be scanned or copied, and where it may be sent to. */
export function ReceiveView(): ReactElement {
  const { address, profileImage, profileName } = useAccount()
  const config = useConfig()
  const purpose = useAccountPurpose()
  const say = useHomeSay()
  const shell = useSay()
  return (
    <div className="lk-receive">
      <StyleSheet css={connecting} />
      <StyleSheet css={css} />
      <QrCode
        value={address && linkOf(config, address)}
        label={say('receive.code')}
        logo={<Avatar seed={address ?? ''} src={profileImage} />}
      />
      {profileName ? (
        <p className="lk-heading">
          <bdi>{profileName}</bdi>
        </p>
      ) : null}
      {purpose ? <Chip>{say(`home.${purpose}`)}</Chip> : null}
      {address ? (
        <>
          <p className="lk-receive-address">
            <Address value={address} form="long" />
          </p>
          <CopyButton
            variant="button"
            value={address}
            label={say('receive.copy')}
            copiedLabel={shell('shell.copied')}
            failedLabel={shell('shell.copyFailed')}
          />
        </>
      ) : null}
      {purpose === 'ordinal' ? (
        <p className="lk-small lk-dim lk-receive-note">{say('receive.ordinal')}</p>
      ) : null}
      <UsableNetworks />
    </div>
  )
}

/** What is scanned: the address, or the link in which the wallets of its namespace look for it. */
const linkOf = (config: Config, address: string): string =>
  config.adapters[activeNamespace(config)]?.receiveLink?.(address) ?? address

/**
 * Where the address is one's own: on every network of its namespace that has such addresses for an account with a key, and on
 * the active one alone for a smart account, which may not be there on the others.
 */
function UsableNetworks(): ReactElement | null {
  const config = useConfig()
  const { address, preferredAccountType } = useAccount()
  const { network, networks } = useNetwork()
  const say = useHomeSay()
  if (!network) return null
  const { isAddressOn } = config.adapters[network.chainNamespace] ?? {}
  const alike = networks.filter(
    (one) =>
      one.chainNamespace === network.chainNamespace &&
      (one === network || !address || (isAddressOn?.(one, address) ?? true)),
  )
  const usable = preferredAccountType === 'smartAccount' ? [network] : alike
  // A test network's coins are worth nothing: where it is not the active one it is not named.
  const named = usable.filter((one) => one === network || !one.testnet || network.testnet)
  const isOne = named.length === 1
  const shown = named.length > MOST_NAMED + 1 ? named.slice(0, MOST_NAMED) : named
  const others = named.length - shown.length
  return (
    <section className="lk-receive-networks">
      <p className="lk-small lk-dim">
        {isOne ? say('receive.only', { name: network.name }) : say('receive.any')}
      </p>
      <ul aria-label={say('receive.networks')}>
        {shown.map((one: Network) => (
          <li key={one.caipNetworkId} className="lk-pill">
            <NetworkIcon network={one} />
            <span>{one.name}</span>
          </li>
        ))}
        {others > 0 ? <li className="lk-pill">{say('receive.more', { count: others })}</li> : null}
      </ul>
    </section>
  )
}
