import {
  close,
  codeOf,
  identityConnector,
  isDeclined,
  type SocialProvider,
  socialName,
  socialProviders,
} from '@latchkey/core'
import {
  connectFarcaster,
  leaveFarcaster,
  needsRecovery,
  prepareSocialLogin,
  type SocialLogin,
  type SocialLoginState,
  SocialWindowBlockedError,
  SocialWindowClosedError,
  SocialWindowSeveredError,
  startSocialLogin,
} from '@latchkey/core/identity'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Banner, Button, Icon, LiveRegion, Row, Skeleton, SocialMark } from '@latchkey/ui'
import {
  type ComponentPropsWithoutRef,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { SignInError } from '../../attempts/SignInError.tsx'
import { useViewWork } from '../../attempts/useViewWork.ts'
import { type Sayable, useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero, ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { ErrorCard, errorWords } from '../../parts/ErrorCard.tsx'
import { FrameSlot, StripSkeleton } from '../../parts/FrameSlot.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { navigate, replaceView, useOpen } from '../../router/navigate.ts'
import { onViewLeft } from '../../router/onViewLeft.ts'
import css from './social.css?inline'
import { socialLayout } from './socialProviders.ts'

/** The login that the click began; leaving the view gives it up, and its end closes the modal. */
function useSocialLogin(provider: SocialProvider): SocialLoginState & { login: SocialLogin } {
  const config = useConfig()
  const open = useOpen()
  const [login] = useState(() => {
    const begun = config.runtime.social
    return begun?.provider === provider ? begun : notBegun(provider)
  })
  function notBegun(asked: SocialProvider): SocialLogin {
    const made = prepareSocialLogin(config, asked)
    // Nobody has clicked, so no window may be opened: it is offered.
    made.state.setState({ phase: 'failed', error: new SocialWindowBlockedError() })
    return made
  }
  const state = useSlice(login.state)
  useEffect(() => {
    if (!open) return
    const stop = onViewLeft(config, login.cancel, () => undefined)
    return () => {
      stop()
      login.cancel()
    }
  }, [config, login, open])
  useEffect(() => {
    if (!open) return
    if (state.phase === 'done') close(config)
    else if (needsRecovery(state.error)) replaceView(config, 'RecoverWallet', { provider })
  }, [config, open, state, provider])
  return { login, ...state }
}

/** The networks of the first view: one wide, the next as tiles, and a way to the rest. */
export function SocialBlockView({ params: providers }: { params: readonly SocialProvider[] }): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { start, ahead } = useSocialStart()
  const { wide, tiles, hasMore } = socialLayout(providers)
  const label = (provider: SocialProvider) => say('connect.social', { name: socialName(provider) })
  return (
    <div className="lk-stack">
      <StyleSheet css={css} />
      {wide.map((provider) => (
        <Row
          key={provider}
          {...ahead}
          icon={<SocialMark provider={provider} />}
          label={label(provider)}
          onClick={() => start(provider)}
        />
      ))}
      {tiles.length > 0 ? (
        <div className="lk-socials">
          {tiles.map((provider) => (
            <Tile key={provider} {...ahead} label={label(provider)} onClick={() => start(provider)}>
              <SocialMark provider={provider} />
            </Tile>
          ))}
          {hasMore ? (
            <Tile label={say('connect.more')} onClick={() => navigate(config, 'ConnectSocials')}>
              <Icon name="dots" />
            </Tile>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

type TileProps = { label: string; children: ReactNode } & ComponentPropsWithoutRef<'button'>

const Tile = ({ label, ...rest }: TileProps): ReactElement => (
  <button {...rest} type="button" className="lk-social-tile" aria-label={label} title={label} />
)

/** Every network that one can sign in with here. */
export function ConnectSocialsView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const providers = socialProviders(config, useSlice(config.features))
  const { start, ahead } = useSocialStart()
  if (providers.length === 0) return <Banner title={say('connect.none')}>{say('connect.noneHelp')}</Banner>
  return (
    <div className="lk-stack">
      {providers.map((provider) => (
        <Row
          key={provider}
          {...ahead}
          icon={<SocialMark provider={provider} />}
          label={say('connect.social', { name: socialName(provider) })}
          onClick={() => start(provider)}
        />
      ))}
    </div>
  )
}

type SocialStart = {
  /** Call it in the click: the provider's window is opened in it. */
  start: (provider: SocialProvider) => void
  /** For each button: starts the wallet ahead of the click, so that the window does not wait for it. */
  ahead: { onPointerEnter: () => void; onFocus: () => void }
}

/** How a sign-in with an account elsewhere begins. */
function useSocialStart(): SocialStart {
  const config = useConfig()
  const start = useCallback(
    (provider: SocialProvider) => {
      if (provider === 'farcaster') return navigate(config, 'ConnectingFarcaster')
      startSocialLogin(config, provider)
      navigate(config, 'ConnectingSocial', { provider })
    },
    [config],
  )
  const prepare = useCallback(() => {
    // A wallet that cannot be reached is told of when it is needed.
    identityConnector(config)
      ?.prepare?.()
      .catch(() => undefined)
  }, [config])
  return { start, ahead: { onPointerEnter: prepare, onFocus: prepare } }
}

type Words = { title: Sayable; help?: Sayable }

const PHASES: Readonly<Record<string, Words>> = {
  opening: { title: 'social.opening' },
  waiting: { title: 'social.waiting', help: 'social.waitingHelp' },
  finishing: { title: 'social.finishing' },
  done: { title: 'social.finishing' },
  leaving: { title: 'social.leaving', help: 'social.leavingHelp' },
}
/** What happened to the window: calm words, and a way on. */
const WINDOW: Readonly<Record<number, Words>> = {
  [SocialWindowBlockedError.code]: { title: 'social.blocked', help: 'social.blockedHelp' },
  [SocialWindowClosedError.code]: { title: 'social.closed', help: 'social.closedHelp' },
  [SocialWindowSeveredError.code]: { title: 'social.severed', help: 'social.severedHelp' },
}
/** The person said no at the provider. */
const DECLINED_THERE = 4121
/** The wallet has no such provider: no window helps. */
const NOT_SET_UP = 'error.socialOff'

/** One network: what is waited for, and what to do when it does not come. */
export function ConnectingSocialView({
  params,
}: {
  params: { provider: SocialProvider | undefined }
}): ReactElement {
  return params.provider ? <Attempt provider={params.provider} /> : <ErrorCard error={{ code: 6007 }} />
}

function Attempt({ provider }: { provider: SocialProvider }): ReactElement {
  const say = useSay()
  const { login, phase, error } = useSocialLogin(provider)
  const name = socialName(provider)
  const words = phase === 'failed' ? failureWords(error) : (PHASES[phase] ?? { title: 'social.failed' })
  const title = say(words.title, { name })
  const help = words.help && say(words.help, { name })
  return (
    <>
      <ConnectingStyles />
      <StyleSheet css={css} />
      <ConnectingHero
        name={name}
        icon={undefined}
        mark={<SocialMark provider={provider} />}
        waiting={phase !== 'failed'}
        title={title}
        help={help}
      />
      <div className="lk-stack">
        {phase === 'waiting' ? (
          <Button onClick={login.open}>{say('social.reopen')}</Button>
        ) : phase === 'failed' ? (
          <Failure error={error} onRetry={login.open} onInPage={login.continueInPage} />
        ) : null}
      </div>
      <LiveRegion message={`${title}. ${help ?? ''}`} />
    </>
  )
}

function failureWords(error: unknown): Words {
  const known = WINDOW[codeOf(error) ?? 0]
  if (known) return known
  if (isDeclined(error) || codeOf(error) === DECLINED_THERE)
    return { title: 'social.declined', help: 'social.declinedHelp' }
  return { title: 'social.failed' }
}

type FailureProps = { error: unknown; onRetry: () => void; onInPage: () => void }

/** The way on that fits: another window after a closed one, this page where no window is to be had. */
function Failure({ error, onRetry, onInPage }: FailureProps): ReactElement | null {
  const say = useSay()
  const code = codeOf(error)
  const isCalm = failureWords(error).title !== 'social.failed'
  const card = isCalm ? null : <ErrorCard error={error} />
  if (errorWords(error).title === NOT_SET_UP) return card
  const prefersPage = code === SocialWindowBlockedError.code || code === SocialWindowSeveredError.code
  const retry = (
    <Button key="retry" variant={prefersPage ? 'secondary' : 'primary'} onClick={onRetry}>
      {say('shell.tryAgain')}
    </Button>
  )
  const inPage = (
    <Button key="page" variant={prefersPage ? 'primary' : 'secondary'} onClick={onInPage}>
      {say('social.inPage')}
    </Button>
  )
  return (
    <>
      {card}
      {prefersPage ? [inPage, retry] : [retry, inPage]}
    </>
  )
}

/** Height of the frame's Farcaster screen, CSS px. */
const CODE_HEIGHT = 535

/** The place where the frame shows the code to scan: only the wallet knows what it says. */
export function ConnectingFarcasterView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  useReloadOnLeave()
  const { error, retry } = useViewWork(async (signal) => {
    await connectFarcaster(config, { signal })
    if (!signal.aborted) close(config)
  })
  if (error) return <SignInError error={error} onRetry={retry} provider="farcaster" />
  return (
    <FrameSlot height={CODE_HEIGHT} loading={say('social.preparing')}>
      <StripSkeleton />
      <div className="lk-stack" data-gap="20">
        <Skeleton width="80%" height={18} />
        <Skeleton shape="box" height={264} />
      </div>
    </FrameSlot>
  )
}

/** Whoever leaves without being connected leaves no sign-in behind that another device could end (spec 2). */
function useReloadOnLeave(): void {
  const config = useConfig()
  const open = useOpen()
  useEffect(() => {
    if (!open) return
    let isLeft = false
    const leave = () => {
      if (isLeft) return
      isLeft = true
      leaveFarcaster(config)
    }
    const stop = onViewLeft(config, leave, () => {
      isLeft = false
    })
    return () => {
      stop()
      leave()
    }
  }, [config, open])
}

/** The views of social login, as one chunk that is loaded where it is enabled: few parts travel better than many. */
