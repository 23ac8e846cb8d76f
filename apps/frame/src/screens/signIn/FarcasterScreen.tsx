import { Banner, Button, CopyButton, QrSkeleton, roundedModules } from '@latchkey/ui'
import { type ReactElement, useId, useMemo, useSyncExternalStore } from 'react'
import { encode } from 'uqr'
import { useSay } from '../../locales/LocaleContext.tsx'
import type { FarcasterFlow, FarcasterState } from '../../signIn/flows/farcasterFlow.ts'
import { useStore } from '../../store/useStore.ts'
import { LinkButton } from '../parts/LinkButton.tsx'
import type { ScreenProps } from '../parts/ScreenProps.ts'
import { StatusLine } from '../parts/StatusLine.tsx'
import { useMinutes } from '../parts/useMinutes.ts'
import { SignInFrame } from './SignInFrame.tsx'

type FarcasterScreenProps = ScreenProps & {
  flow: FarcasterFlow
  /** The app is on this device, as on a phone; by its pointer when left out. */
  isPhone?: boolean | undefined
}

/** A finger is what points here: the app is on this device, and there is nothing to scan with. */
function useCoarsePointer(): boolean {
  const query = useMemo(() => matchMedia('(pointer: coarse)'), [])
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}

/** The code; it keeps its place and its size while it is fetched and when it is over. */
function QrCode({ state, onRestart }: { state: FarcasterState; onRestart: () => void }): ReactElement {
  const say = useSay()
  const { phase, uri } = state
  const code = useMemo(() => (uri === null ? null : qrPath(uri)), [uri])
  const isOver = phase === 'expired' || phase === 'declined' || phase === 'failed'
  return (
    <div className="fr-qr" data-faded={phase === 'waiting' ? undefined : true}>
      {code ? (
        <svg role="img" aria-label={say('farcaster.qr')} viewBox={`0 0 ${code.size} ${code.size}`}>
          <path d={code.path} fill="currentColor" fillRule="evenodd" />
        </svg>
      ) : (
        <QrSkeleton />
      )}
      {isOver ? (
        <div className="fr-qr-over">
          <Button variant="primary" onClick={onRestart}>
            {say('farcaster.newCode')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Problem({ state }: { state: FarcasterState }): ReactElement | null {
  const say = useSay()
  if (state.phase === 'expired')
    return <Banner tone="warning" role="alert" title={say('farcaster.expired')} />
  if (state.phase === 'declined')
    return <Banner tone="warning" role="alert" title={say('farcaster.declined')} />
  if (state.phase === 'failed')
    return (
      <Banner tone="danger" role="alert" title={say('farcaster.failed')}>
        {say('farcaster.failed.body')}
      </Banner>
    )
  if (!state.isUnreachable) return null
  return <Banner tone="warning" role="alert" title={say('signIn.unreachable')} />
}

const statuses = {
  opening: 'farcaster.opening',
  waiting: 'farcaster.waiting',
  approved: 'farcaster.approved',
} as const

/** Where the time left will stand, there is room for it already. */
function Progress({ flow, state }: { flow: FarcasterFlow; state: FarcasterState }): ReactElement | null {
  const say = useSay()
  const minutes = useMinutes(state.expiresAt, flow.now)
  const { phase } = state
  if (phase !== 'opening' && phase !== 'waiting' && phase !== 'approved') return null
  return (
    <div className="lk-stack" data-gap="4">
      <StatusLine tone={phase === 'approved' ? 'success' : 'waiting'} text={say(statuses[phase])} />
      {phase === 'opening' || (phase === 'waiting' && minutes > 0) ? (
        <p className="fr-status">
          {phase === 'opening' ? null : say('signIn.minutes_other', { count: minutes })}
        </p>
      ) : null}
    </div>
  )
}

/** It has its place from the start, so that nothing moves when the code comes. */
function CopyLink({ uri, phase }: Pick<FarcasterState, 'uri' | 'phase'>): ReactElement | null {
  const say = useSay()
  if (phase === 'opening') return <Button aria-disabled>{say('farcaster.copy')}</Button>
  if (uri === null || phase !== 'waiting') return null
  return (
    <CopyButton
      variant="button"
      value={uri}
      label={say('farcaster.copy')}
      copiedLabel={say('farcaster.copied')}
      failedLabel={say('farcaster.copyFailed')}
    />
  )
}

/** On a phone the app is opened; elsewhere its code is scanned, and the link can be taken along. */
export function FarcasterWay(props: Pick<FarcasterScreenProps, 'flow' | 'isPhone'>): ReactElement {
  const { flow } = props
  const say = useSay()
  const isCoarse = useCoarsePointer()
  const isPhone = props.isPhone ?? isCoarse
  const state = useStore(flow.store)
  const { phase, uri } = state
  if (!isPhone)
    return (
      <>
        <QrCode state={state} onRestart={flow.restart} />
        <Progress flow={flow} state={state} />
        <Problem state={state} />
        <CopyLink uri={uri} phase={phase} />
      </>
    )
  const isOver = phase === 'expired' || phase === 'declined' || phase === 'failed'
  return (
    <>
      <Problem state={state} />
      {isOver ? (
        <Button variant="primary" onClick={flow.restart}>
          {say('signIn.tryAgain')}
        </Button>
      ) : uri !== null && phase === 'waiting' ? (
        <LinkButton variant="primary" href={uri}>
          {say('farcaster.openApp')}
        </LinkButton>
      ) : null}
      <Progress flow={flow} state={state} />
    </>
  )
}

function Content({ flow, heading, isPhone }: { flow: FarcasterFlow; heading: string; isPhone: boolean }) {
  const say = useSay()
  return (
    <>
      {/* Over the frame the page writes the same title: this one is read, not seen. */}
      <h1 id={heading} tabIndex={-1} className="lk-hidden">
        {say('farcaster.title')}
      </h1>
      <p>{say(isPhone ? 'farcaster.open' : 'farcaster.scan')}</p>
      <FarcasterWay flow={flow} isPhone={isPhone} />
    </>
  )
}

/** Signs in by the person's Farcaster app. The link is drawn here and nowhere else: whoever has it could sign in as the asker. */
export function FarcasterScreen({ flow, isPhone, ...frame }: FarcasterScreenProps): ReactElement {
  const heading = useId()
  const isCoarse = useCoarsePointer()
  return (
    <SignInFrame {...frame} labelledBy={heading} screenKey="farcaster">
      <Content flow={flow} heading={heading} isPhone={isPhone ?? isCoarse} />
    </SignInFrame>
  )
}

/** ISO/IEC 18004: modules of light around the code. */
const QUIET_ZONE = 4

/**
 * Draws a text as a QR code with rounded modules.
 *
 * @returns how many modules an edge has, the quiet zone included, and the SVG path of the dark ones, for the rule `evenodd`
 * @example qrPath('https://example.com').size // 33
 */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { size, path: roundedModules(data, { quietZone: QUIET_ZONE }) }
}
