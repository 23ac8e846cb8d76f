import { identityConnector, type SocialProvider, socialProviders } from '@latchkey/core'
import { startSocialLogin } from '@latchkey/core/identity'
import { useConfig, useSlice } from '@latchkey/react'
import { Banner, Button, Icon, Row, SocialMark } from '@latchkey/ui'
import { type ComponentPropsWithoutRef, type ReactElement, type ReactNode, useCallback } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { navigate } from '../../router/navigate.ts'
import css from './social.css?inline'
import { socialLayout, socialName } from './socialProviders.ts'

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
        <Button
          key={provider}
          {...ahead}
          icon={<SocialMark provider={provider} size={20} />}
          onClick={() => start(provider)}
        >
          {label(provider)}
        </Button>
      ))}
      {tiles.length > 0 ? (
        <div className="lk-socials">
          {tiles.map((provider) => (
            <Tile key={provider} {...ahead} label={label(provider)} onClick={() => start(provider)}>
              <SocialMark provider={provider} />
            </Tile>
          ))}
          {hasMore ? (
            <Tile label={say('connect.socialMore')} onClick={() => navigate(config, 'ConnectSocials')}>
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
