import type { SocialProvider } from '@latchkey/core'
import {
  SocialWindowBlockedError,
  SocialWindowClosedError,
  SocialWindowSeveredError,
} from '@latchkey/core/identity'
import { Button, LiveRegion, SocialMark } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type { Sayable } from '../../locales/Locale.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero, ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { codeOf, errorWords, isDeclined } from '../../parts/errorWords.ts'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import css from './social.css?inline'
import { socialName } from './socialProviders.ts'
import { useSocialLogin } from './useSocialLogin.ts'

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
