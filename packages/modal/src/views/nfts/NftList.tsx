import { fetchNfts, type Nft } from '@latchkey/core/nfts'
import { useAccount, useConfig } from '@latchkey/react'
import { Skeleton, VisuallyHidden } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { Unavailable } from '../../parts/Unavailable.tsx'
import { useOpen } from '../../router/navigate.ts'
import css from './nfts.css?inline'

type Told = { of: string; answer: Awaited<ReturnType<typeof fetchNfts>> | 'failed' }

/** What the service says of the account; undefined while nobody has. Read when it is looked at, never by the clock. */
function useNfts(): { told: Told['answer'] | undefined; retry: () => void } {
  const config = useConfig()
  const open = useOpen()
  const { caipAddress = '' } = useAccount()
  const [told, setTold] = useState<Told>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    if (!open || !caipAddress) return
    const controller = new AbortController()
    const { signal } = controller
    const tell = (answer: Told['answer']) => !signal.aborted && setTold({ of: caipAddress, answer })
    fetchNfts(config, { signal }).then(tell, () => tell('failed'))
    return () => controller.abort()
  }, [config, open, caipAddress, attempt])
  const retry = () => {
    setTold(undefined)
    setAttempt((count) => count + 1)
  }
  return { told: told?.of === caipAddress ? told.answer : undefined, retry }
}

/** The collectibles of the account on the active network. */
export function NftList(): ReactElement {
  const { told, retry } = useNfts()
  return (
    <>
      <StyleSheet css={css} />
      <Content told={told} retry={retry} />
    </>
  )
}

function Content({ told, retry }: ReturnType<typeof useNfts>): ReactElement {
  const say = useHomeSay()
  if (told === undefined) return <Skeletons />
  if (told === 'failed')
    return <Unavailable title={say('nfts.unavailable')} help={say('nfts.unavailableHelp')} onRetry={retry} />
  if (told.nfts.length === 0)
    return (
      <div className="lk-empty">
        <p className="lk-heading">{say('nfts.empty')}</p>
        <p className="lk-small lk-dim">{say('nfts.emptyHelp')}</p>
      </div>
    )
  return (
    <>
      <ul className="lk-nfts" aria-label={say('nfts.title')}>
        {told.nfts.map((nft) => (
          <li key={`${nft.contract}/${nft.tokenId}`}>
            <Tile nft={nft} />
          </li>
        ))}
      </ul>
      {told.hasMore ? <p className="lk-small lk-dim lk-nfts-note">{say('nfts.more')}</p> : null}
    </>
  )
}

/** One collectible: its picture, or its first letter where there is none, its name and its collection. */
function Tile({ nft }: { nft: Nft }): ReactElement {
  const [isBroken, setBroken] = useState(false)
  const { name, collection, amount, imageUrl } = nft
  return (
    <figure className="lk-nft">
      <span className="lk-nft-picture">
        {imageUrl && !isBroken ? (
          <img src={imageUrl} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
        ) : (
          <span className="lk-nft-letter" aria-hidden="true">
            {Array.from(collection ?? name)[0]}
          </span>
        )}
        {amount === '1' ? null : <span className="lk-nft-amount">×{amount}</span>}
      </span>
      <figcaption>
        <bdi className="lk-nft-name">{name}</bdi>
        {collection ? <bdi className="lk-nft-collection">{collection}</bdi> : null}
      </figcaption>
    </figure>
  )
}

function Skeletons(): ReactElement {
  const say = useSay()
  return (
    <div className="lk-nfts" aria-busy="true">
      <VisuallyHidden>{say('shell.loading')}</VisuallyHidden>
      {[1, 2, 3, 4].map((one) => (
        <div key={one} className="lk-nft">
          <span className="lk-nft-picture">
            <Skeleton shape="box" height={146} />
          </span>
          <Skeleton width={88} />
        </div>
      ))}
    </div>
  )
}
